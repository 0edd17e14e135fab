/** Request that opens a session. Its key is another one for each session. */
export const sessionRequest = (key: string) => ({
  method: 'POST',
  headers: {'Content-Type': 'application/json', 'Idempotency-Key': key},
  body: '{}',
});
