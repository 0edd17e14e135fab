/**
 * Sends a POST to the sandbox of a service in development, and gives the `data` of its answer.
 * @throws Error that says what was not done, with the service's own words when it refuses.
 */
export async function askSandbox<Data>(
  {apiUrl, secretKey}: {readonly apiUrl: string; readonly secretKey: string},
  path: string,
  body: unknown,
  notDone: string,
): Promise<Data | undefined> {
  const response = await fetch(new URL(`/sandbox/v1/${path}`, apiUrl), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      'x-sfpy-merchant-secret': secretKey,
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json().catch(() => undefined)) as
    {data?: Data | null; message?: string; code?: string} | undefined;
  if (!response.ok) {
    const why = [answer?.code, answer?.message].filter((part) => part !== undefined).join(': ');
    throw new Error(`${notDone} (HTTP ${response.status}${why && `, ${why}`}).`);
  }
  return answer?.data ?? undefined;
}
