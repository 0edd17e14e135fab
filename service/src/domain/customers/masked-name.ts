import type {Queries} from '../../platform/storage/database.js';

/** The details of a customer that may be masked. */
interface Person {
  readonly first_name: string | null;
  readonly email: string | null;
  readonly phone_number?: string | null;
}

/**
 * A customer as pages name one, so that the shopper recognises it and others do not learn it: `A•••, a•••@e•••.example`. Empty
 * for a customer without a name and an address.
 */
export function maskedName({first_name: name, email, phone_number: phone}: Person): string {
  const mask = (text: string) => `${[...text][0] ?? ''}•••`;
  const [local, domain] = email?.split('@') ?? [];
  const ending = domain?.slice(domain.indexOf('.')) ?? '';
  const address = local && domain && `${mask(local)}@${mask(domain)}${ending.startsWith('.') ? ending : ''}`;
  // Isolated, because a page from right to left would move the dots and the sign.
  const known = [name?.trim() && mask(name.trim()), address].filter(Boolean);
  const digits = phone?.replace(/\D/g, '').slice(-2);
  return (known.length > 0 ? known : [digits && `•••${digits}`].filter(Boolean))
    .map((part) => `\u2068${part}\u2069`)
    .join(', ');
}

/** The customer with this token, masked; undefined for a guest without a name. */
export async function maskedCustomer(
  queries: Queries,
  merchant: string,
  token: string,
): Promise<string | undefined> {
  const [person] = await queries.query<Person>(
    'SELECT first_name, email, phone_number FROM customers WHERE token = $1 AND merchant = $2',
    [token, merchant],
  );
  return (person && maskedName(person)) || undefined;
}
