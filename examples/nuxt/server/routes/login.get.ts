export default defineEventHandler(async (event) => {
  const {token} = await vault.client.customers.create(shopper);
  setCookie(event, 'shopper', token, {httpOnly: true, sameSite: 'lax'});
  return sendRedirect(event, '/');
});
