import type {DeviceDataReport} from '../device-data-page.js';

const report = JSON.parse(
  document.getElementById('report')?.textContent ?? 'null',
) as DeviceDataReport | null;

// A real collector inspects the browser meanwhile; this one only waits. Opened alone in a tab, it has no
// parent to report to.
if (report && window.parent !== window) {
  setTimeout(() => window.parent.postMessage(report.message, report.origin), report.delayMs);
}
