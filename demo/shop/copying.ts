/** Buttons with `data-copies` copy the text of the named element and say so. */
export function startCopying(): void {
  const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest<HTMLElement>('[data-copies]');
    if (!button) return;
    const {copies = ''} = button.dataset;
    const text = document.getElementById(copies)?.textContent ?? '';
    void copy(copies === 'test-number' ? text.replaceAll(' ', '') : text).then((done) => {
      button.dataset.copied = done ? 'yes' : 'no';
      clearTimeout(timers.get(button));
      timers.set(
        button,
        setTimeout(() => delete button.dataset.copied, 1500),
      );
    });
  });
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
