// Runs in the browser: what of a form stands over something else, or is cut off.

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Everything of a `<card-vault>` that covers a text or is cut off, in words. */
export function crowdingOf(tag: Element): string[] {
  const found: string[] = [];
  const root = tag.shadowRoot!;
  const isSeen = (element: Element) =>
    element.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const seen = (within: ParentNode, selector: string) =>
    [...within.querySelectorAll(selector)].filter(isSeen);
  const nameOf = (element: Element) => [...element.part].at(-1) || element.className || element.localName;

  /** Where the words of an element are drawn. */
  const wordsOf = (element: Element): Box | undefined => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const {left, top, right, bottom, width} = range.getBoundingClientRect();
    return width > 0 ? {left, top, right, bottom} : undefined;
  };
  /** Where the line of an input is drawn: in the middle of what its padding leaves. */
  const lineOf = (input: Element): Box => {
    const {left, top, right, bottom} = input.getBoundingClientRect();
    const style = getComputedStyle(input);
    const px = (name: string) => parseFloat(style.getPropertyValue(name));
    const middle = (top + px('padding-top') + bottom - px('padding-bottom')) / 2;
    const half = px('font-size') / 2;
    return {
      left: left + px('padding-left'),
      right: right - px('padding-right'),
      top: middle - half,
      bottom: middle + half,
    };
  };
  const meet = (one: Box, other: Box): boolean =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;

  const places: {name: string; box: Box}[] = [];
  for (const field of seen(root, '.field')) {
    const box = field.querySelector('.box');
    for (const words of seen(field, '.label, .error span, .brands')) {
      const at = wordsOf(words) ?? words.getBoundingClientRect();
      if (!words.matches('.brands')) places.push({name: nameOf(words.closest('[part]')!), box: at});
      if (at.left < -0.5 || at.right > innerWidth + 0.5) found.push(`${nameOf(words)} leaves the page`);
    }
    if (!box) continue;
    for (const input of seen(box, 'input, select')) places.push({name: nameOf(input), box: lineOf(input)});
    for (const slot of seen(box, 'slot') as HTMLSlotElement[])
      for (const hosted of slot.assignedElements())
        places.push({name: `hosted ${slot.name}`, box: hosted.getBoundingClientRect()});
    for (const mark of seen(box, '.trail svg, .arrow svg'))
      places.push({name: `a mark of ${nameOf(field)}`, box: mark.getBoundingClientRect()});
    for (const slash of seen(box, '.slash')) places.push({name: 'the slash', box: wordsOf(slash)!});
    const room = box.getBoundingClientRect();
    for (const label of seen(field, '.label')) {
      const at = wordsOf(label)!;
      if (at.top > room.top && (at.left < room.left || at.right > room.right || at.bottom > room.bottom))
        found.push(`${nameOf(label)} leaves its box`);
    }
  }
  for (const [index, one] of places.entries())
    for (const other of places.slice(index + 1))
      if (meet(one.box, other.box)) found.push(`${one.name} and ${other.name} meet`);
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
  return found;
}

/** Inputs and lists of a document, or of a shadow tree by its host, whose text is wider than its place. */
export function cutOff({shadowRoot, ownerDocument: root}: Element): string[] {
  const context = new OffscreenCanvas(1, 1).getContext('2d')!;
  const all = [
    ...(shadowRoot ?? root).querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select'),
  ];
  return all
    .filter((input) => input.checkVisibility({visibilityProperty: true}) && input.type !== 'checkbox')
    .flatMap((input) => {
      const style = getComputedStyle(input);
      const text =
        input instanceof HTMLSelectElement
          ? (input.selectedOptions[0]?.text ?? '')
          : input.value || input.placeholder;
      context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const {width} = context.measureText(text);
      return width > room + 1 ? [`“${text}” takes ${Math.round(width)} px of ${Math.round(room)}`] : [];
    });
}
