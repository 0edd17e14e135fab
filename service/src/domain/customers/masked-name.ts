/** The details of a customer that may be masked. */
interface Person {
  readonly first_name: string | null;
  readonly email: string | null;
}

/**
 * A customer as pages name one, so that the shopper recognises it and others do not learn it: `A•••, a•••@e•••.example`. Empty
 * for a customer without a name and an address.
 */
export function maskedName({first_name: name, email}: Person): string {
  const mask = (text: string) => `${[...text][0] ?? ''}•••`;
  const [local, domain] = email?.split('@') ?? [];
  const ending = domain?.slice(domain.indexOf('.')) ?? '';
  const address = local && domain && `${mask(local)}@${mask(domain)}${ending.startsWith('.') ? ending : ''}`;
  // Isolated, because a page from right to left would move the dots and the sign.
  return [name?.trim() && mask(name.trim()), address]
    .filter(Boolean)
    .map((part) => `\u2068${part}\u2069`)
    .join(', ');
}
