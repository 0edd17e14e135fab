export default defineEventHandler(async (event) => {
  const customer = getCookie(event, 'shopper');
  const {payment_method: token} = await readBody<{payment_method?: string}>(event);
  const card = customer && (await vault.verify(token, customer)); // a token can be made up
  if (!card) throw createError({statusCode: 422, statusMessage: 'Please enter your card again.'});
  setHeader(event, 'content-type', 'text/plain; charset=utf-8');
  return `Saved: ${card.brand} •••• ${card.lastFour}`;
});
