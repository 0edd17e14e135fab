import {askSandbox} from './sandbox.js';

/**
 * Moves the clock of a service in development forward (`POST /sandbox/v1/clock/advance`) and gives the time it shows then.
 * The service answers when everything that became due has run.
 * @param apiUrl address of the service, such as `http://localhost:4100`
 * @param secretKey the merchant's secret key; this belongs in a test on Node, never in a page
 * @throws Error with the service's own words when it refuses, for one because the instant has passed.
 */
export async function advanceClock(apiUrl: string, secretKey: string, to: Date | string): Promise<Date> {
  const instant = new Date(to);
  if (Number.isNaN(instant.getTime())) throw new RangeError(`"${String(to)}" is no instant.`);
  const data = await askSandbox<{now?: string}>(
    {apiUrl, secretKey},
    'clock/advance',
    {to: instant.toISOString()},
    'The clock was not moved',
  );
  return new Date(data?.now ?? instant);
}
