/** Sandbox of a frame in which a bank may act (decision 0002): never the navigation of the page itself. */
export const stepUpSandbox =
  'allow-forms allow-same-origin allow-scripts allow-pointer-lock allow-modals allow-popups allow-popups-to-escape-sandbox';

/** Sandbox of a frame that only collects. */
export const collectorSandbox = 'allow-forms allow-same-origin allow-scripts';
