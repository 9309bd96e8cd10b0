import { computed } from '@preact/signals';
import { session, status, uploadShare } from '../state';
import { Icon } from './icons';
import { layout } from './layout';

// The status is computed anew with each piece of news; its words change less often.
const key = computed(() => status.value.key);
const icon = computed(() => status.value.icon);
const tone = computed(() => status.value.tone);
const words = computed(() => (layout.value === 'phone' ? status.value.short : status.value.text));
const more = computed(() => [status.value.text, status.value.more, status.value.try].filter(Boolean).join(' '));

export function StatusChip() {
  return (
    <div class="status">
      <div class={`chip ${tone.value}`} data-testid="status" data-status={key.value} title={more.value}>
        <Icon name={icon.value} />
        <span class="chip-text">{words}</span>
      </div>
      {uploadShare.value !== null && <progress data-testid="upload-progress" aria-label="Upload" value={uploadShare.value} max={1} />}
      {key.value === 'gone' && (
        <button type="button" class="tool" data-testid="retry" onClick={() => session.retry()}>
          Retry
        </button>
      )}
    </div>
  );
}
