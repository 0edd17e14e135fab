import type {DeviceDataReport} from '../device-data-page.js';

const report = JSON.parse(
  document.getElementById('report')?.textContent ?? 'null',
) as DeviceDataReport | null;

// A real collector inspects the browser before it reports; this one only waits. A page that was opened in a
// tab of its own has no parent to report to.
if (report && window.parent !== window) {
  setTimeout(() => window.parent.postMessage(report.message, report.origin), report.delayMs);
}
