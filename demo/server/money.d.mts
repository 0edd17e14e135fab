/** An amount in the currency's own unit, as the page's language writes it. */
export function priceText(amount: string, currency: string, language: string): string;
