import { bytes } from '../format';
import { catalogue, module, sample, virtual } from '../state';
import { layout } from './layout';
import { Markdown } from './Markdown';
import { SamplePicker, UploadButton } from './SamplePicker';
import { ThemeButton } from './TopBar';

/** The source of the chosen sample, read-only, and what to look for in it. */
export function CodePanel() {
  const phone = layout.value === 'phone';
  return (
    <div class="code-column">
      {phone && (
        <div class="code-head">
          <SamplePicker />
          <UploadButton />
          <ThemeButton />
        </div>
      )}
      {phone && <Explain />}
      <Source />
      {!module.value && <Options />}
      {!phone && <Explain />}
    </div>
  );
}

function Source() {
  const file = module.value;
  const s = sample.value;
  const title = file ? file.name : s ? `${s.name} · ${s.language}` : 'Source';
  return (
    <section class="panel source" aria-labelledby="source-title">
      <h2 class="panel-title" id="source-title">
        {title}
      </h2>
      {file ? (
        <p class="prose">
          {bytes(file.size)}, uploaded. It runs here, sandboxed: it may read /demo and use 127.0.0.1, and nothing else. Run starts it again.
        </p>
      ) : s?.source ? (
        <Lines source={s.source} />
      ) : (
        <p class="prose">Choose a sample, or drop a .wasm ({bytes(catalogue.value.maxUpload)} at most) on the page.</p>
      )}
    </section>
  );
}

function Lines({ source }: { source: string }) {
  const lines = source.replace(/\n$/, '').split('\n');
  return (
    <pre class="code" tabIndex={0} aria-label="Source" data-testid="source">
      {lines.map((line, i) => (
        <span key={i} class="code-line" data-n={i + 1}>
          {line.replace(/\t/g, '    ') + '\n'}
        </span>
      ))}
    </pre>
  );
}

function Options() {
  return (
    <label class="check options">
      <input type="checkbox" data-testid="virtual" checked={virtual.value} onChange={(e) => (virtual.value = e.currentTarget.checked)} />
      Virtual clock: jumps to the next timer, no waiting
    </label>
  );
}

function Explain() {
  const s = module.value ? null : sample.value;
  if (!s) return null;
  return (
    <section class="panel explain" aria-label="About this sample" tabIndex={0}>
      {s.look && (
        <>
          <h2 class="panel-title">What to look for</h2>
          <div class="prose" data-testid="look">
            <Markdown text={s.look} />
          </div>
        </>
      )}
      {s.try && (
        <>
          <h2 class="panel-title">Try this</h2>
          <div class="prose" data-testid="try">
            <Markdown text={s.try} />
          </div>
        </>
      )}
    </section>
  );
}
