// A row of tabs: arrows move, one of them is in the tab order.

interface Props<T extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly id: T; readonly label: string }[];
  readonly shown: T;
  choose(id: T): void;
}

export function Tabs<T extends string>({ label, tabs, shown, choose }: Props<T>) {
  const move = (e: KeyboardEvent) => {
    const step = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    e.preventDefault();
    const at = tabs.findIndex((t) => t.id === shown);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    choose(next.id);
    requestAnimationFrame(() => document.getElementById(`tab-${next.id}`)?.focus());
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((t) => (
        <button
          key={t.id} id={`tab-${t.id}`} type="button" role="tab" data-testid={`tab-${t.id}`}
          aria-selected={t.id === shown} aria-controls={t.id === shown ? `tab-panel-${t.id}` : undefined}
          tabIndex={t.id === shown ? 0 : -1} onClick={() => choose(t.id)}
        >
          {t.label}
        </button>
      ))}
    </div>
  );
}
