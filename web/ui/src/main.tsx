import './app.css';
import { render } from 'preact';
import { applyTheme } from './prefs';
import { load, session } from './state';
import { App } from './ui/App';

applyTheme();
const root = document.getElementById('app');
if (root) render(<App />, root);
void load();

// A page that goes away leaves nothing running behind.
addEventListener('pagehide', (e) => {
  if (!e.persisted) session.end();
});
