import { useRef } from 'preact/hooks';
import { bytes } from '../format';
import { catalogue, choose, chosen, module, take } from '../state';
import { Icon } from './icons';

const UPLOADED = '(upload)';

export function SamplePicker() {
  const { samples } = catalogue.value;
  const file = module.value;
  return (
    <select
      class="picker" data-testid="sample" aria-label="Sample" value={file ? UPLOADED : chosen.value}
      onChange={(e) => e.currentTarget.value !== UPLOADED && choose(e.currentTarget.value)}
    >
      {samples.length === 0 && <option value="">No samples</option>}
      {samples.map((s, i) => (
        <option key={s.name} value={s.name} disabled={!s.wasm}>
          {`${i + 1} · ${s.title}${s.wasm ? '' : ' (not built)'}`}
        </option>
      ))}
      {file && <option value={UPLOADED}>{file.name}</option>}
    </select>
  );
}

export function UploadButton() {
  const input = useRef<HTMLInputElement>(null);
  const limit = bytes(catalogue.value.maxUpload);
  return (
    <>
      <button type="button" class="tool" data-testid="upload-button" title={`Run a .wasm of yours, ${limit} at most; or drop it on the page`} onClick={() => input.current?.click()}>
        <Icon name="upload" /> <span>Upload</span> <span class="hint">≤ {limit}</span>
      </button>
      <input
        ref={input} class="file" type="file" accept=".wasm,application/wasm" data-testid="upload" tabIndex={-1}
        aria-label={`A .wasm file, ${limit} at most`}
        onChange={(e) => {
          const file = e.currentTarget.files?.[0];
          e.currentTarget.value = '';
          if (file) void take(file);
        }}
      />
    </>
  );
}
