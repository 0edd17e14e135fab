import type {StepUpMode} from '../options.js';

/**
 * Where the bank's page appears. A page that may store nothing cannot take up its run when the shopper comes
 * back from the bank, so there `redirect` becomes a dialog.
 */
export function stepUpMode({stepUp}: {readonly stepUp: StepUpMode}): StepUpMode {
  return stepUp === 'redirect' && !canStore() ? 'dialog' : stepUp;
}

function canStore(): boolean {
  const key = 'card-vault';
  try {
    sessionStorage.setItem(key, key);
    sessionStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}
