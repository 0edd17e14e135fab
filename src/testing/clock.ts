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
  const response = await fetch(new URL('/sandbox/v1/clock/advance', apiUrl), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      'x-sfpy-merchant-secret': secretKey,
    },
    body: JSON.stringify({to: instant.toISOString()}),
  });
  const answer = (await response.json().catch(() => undefined)) as
    {data?: {now?: string} | null; message?: string; code?: string} | undefined;
  if (!response.ok) {
    const why = [answer?.code, answer?.message].filter((part) => part !== undefined).join(': ');
    throw new Error(`The clock was not moved (HTTP ${response.status}${why && `, ${why}`}).`);
  }
  return new Date(answer?.data?.now ?? instant);
}
