import {css} from 'lit';

/** After the sheets of the `<card-vault>`, which a part takes over. Where it stands and how wide it is, the page says. */
export const partStyles = css`
  :host {
    container-type: normal;
    contain-intrinsic-inline-size: none;
    min-inline-size: 0;
    margin-block-end: 6px;
  }
  :host(card-vault-button) {
    margin-block: 16px 0;
  }
  .fields {
    display: block;
    margin: 0;
  }
  /* No row of the form is around it. The hint stands between label and box. */
  .field {
    grid-template-rows: auto;
    margin: 0;
  }
  .field > .hint {
    grid-area: 2 / 1 / auto / -1;
    margin-block: -4px 6px;
    font-size: calc(13 * var(--_u));
    line-height: calc(20 * var(--_u));
    color: var(--_muted);
  }
  .field > .hint:not([data-given]) {
    display: none;
  }
  .field > .box {
    grid-row: 3;
  }
  .field > :is(.error, .choice) {
    grid-row: 4;
  }
  .field.number > .error {
    grid-row: 4;
  }
  /* What the page puts into these slots is not a frame. */
  slot:is([name='label'], [name='hint'], [name='notice'], [name='outcome'], [name='button'])::slotted(
      [slot]
    ) {
    display: revert !important;
    inline-size: auto !important;
    block-size: auto !important;
    color-scheme: inherit !important;
  }
  .input.select {
    cursor: pointer;
    margin-inline-end: -26px;
    padding-inline-end: 34px;
  }
  .save {
    margin-block-start: 0;
  }
  .status {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .status > .problem {
    margin-block-start: 0;
  }
  .status > .notice {
    margin-block-start: 0;
  }
  .fields[data-second] .error > * {
    position: absolute;
    clip-path: inset(50%);
  }
`;
