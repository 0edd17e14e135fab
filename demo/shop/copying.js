/** Buttons with `data-copies` copy the text of the named element and say so. */
export function startCopying() {
  document.addEventListener('click', async (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-copies]') : null;
    if (!button) return;
    const text = document.getElementById(button.dataset.copies)?.textContent ?? '';
    const done = await copy(button.dataset.copies === 'test-number' ? text.replaceAll(' ', '') : text);
    button.dataset.copied = done ? 'yes' : 'no';
    clearTimeout(button.timer);
    button.timer = setTimeout(() => delete button.dataset.copied, 1500);
  });
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
