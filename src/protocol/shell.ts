/**
 * Messages between the page, the shell frame and the return page (decision 0002). All three are pages of the shop.
 * The page connects with a transferred port; everything else goes over that port.
 */
export interface ShellConnect {
  readonly cardVault: 'shell';
  readonly type: 'connect';
}

/**
 * Our own documents say which they are by `<meta name="card-vault" content="…">`: what else of the shop's origin stands at
 * their addresses is a page of its router, of a service worker or of its login.
 */
export type ShellMark = 'shell' | 'return';

export type ShellCommand =
  | {readonly type: 'device-data'; readonly url: string; readonly jwt: string}
  | {readonly type: 'step-up'; readonly url: string; readonly jwt: string; readonly target: 'frame' | 'top'}
  /** The shopper closes the step-up: its entries in the session history are left behind. Answered by `left`. */
  | {readonly type: 'leave'};

export type ShellReport =
  | {readonly type: 'ready'}
  | {readonly type: 'loaded'}
  | {readonly type: 'completed'; readonly sessionId: string}
  | {readonly type: 'failed'}
  | {readonly type: 'returned'}
  /** The shopper went back by the browser's button. */
  | {readonly type: 'back'}
  | {readonly type: 'left'}
  /** The bank is done, and another page of the shop answers at the address of the return page. `returned` follows. */
  | {readonly type: 'astray'}
  | {readonly type: 'refused'; readonly reason: string};

/** Message of the return page to the window that holds it. */
export interface ReturnMessage {
  readonly cardVault: 'return';
  readonly type: 'returned';
}
