/** The switches of the demo: their names in the address, what they may be, and what they are when nobody says. */
export const switches = {
  'step-up': ['dialog', 'inline', 'redirect'],
  verification: ['off', 'on'],
  guest: ['off', 'on'],
  entry: ['flex', 'raw'],
  theme: ['auto', 'light', 'dark'],
  lang: ['en', 'ur', 'ar'],
  stay: ['off', 'on'],
};

/** The settings of an address; what is unknown becomes the default. */
export function settingsOf(url) {
  const settings = Object.entries(switches).map(([name, values]) => {
    const asked = url.searchParams.get(name);
    return [name, values.includes(asked) ? asked : values[0]];
  });
  return Object.fromEntries(settings);
}

/** Settings as a query, without what is default; only the named ones when some are named. */
export function queryOf(settings, names = Object.keys(switches)) {
  const query = new URLSearchParams();
  for (const name of names) if (settings[name] !== switches[name][0]) query.set(name, settings[name]);
  const text = query.toString();
  return text && `?${text}`;
}

/** What the shop's server must know to open a session. */
export const sessionUrl = (settings) =>
  `/card-vault/session${queryOf(settings, ['verification', 'guest', 'entry'])}`;

/** The address of a page of the shop, with the settings and what else it is to know. */
export function pageUrl(path, settings, more = {}) {
  const query = new URLSearchParams(queryOf(settings));
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

export const directionOf = ({lang}) => (lang === 'en' ? 'ltr' : 'rtl');
