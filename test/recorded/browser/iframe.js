// One hosted field. The number and the code find each other by a channel of their own origin.
const told = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const {fieldType, fieldId, microformId, microformConfig, jwt} = told;
const input = document.querySelector('input');
const isNumber = fieldType === 'number';
const context = JSON.parse(atob(jwt.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')));
const {targetOrigins, allowedCardNetworks} = context.ctx[0].data;
let config = {};

const say = (event, data) => {
  const message = {event, channel: fieldId, contentType: 'application/x-telegram+json', data};
  parent.postMessage(message, location.ancestorOrigins[0]);
};

const brands = [
  {
    name: 'visa',
    brandedName: 'Visa',
    network: 'VISA',
    cybsCardType: '001',
    starts: /^4/,
    lengths: [13, 14, 15, 16, 17, 18, 19],
  },
  {
    name: 'mastercard',
    brandedName: 'Mastercard',
    network: 'MASTERCARD',
    cybsCardType: '002',
    starts: /^(5[1-5]|2[2-7]|520)/,
    lengths: [16],
  },
  {
    name: 'amex',
    brandedName: 'American Express',
    network: 'AMEX',
    cybsCardType: '003',
    starts: /^3[47]/,
    lengths: [15],
    spaces: [4, 10],
    code: 4,
  },
  {
    name: 'discover',
    brandedName: 'Discover',
    network: 'DISCOVER',
    cybsCardType: '004',
    starts: /^(6011|64[4-9]|65)/,
    lengths: [16, 17, 18, 19],
  },
  {
    name: 'dinersclub',
    brandedName: 'Diners Club',
    network: 'DINERSCLUB',
    cybsCardType: '005',
    starts: /^3(0|6|8|9)/,
    lengths: [14, 15, 16, 17, 18, 19],
    spaces: [4, 10],
  },
  {
    name: 'jcb',
    brandedName: 'JCB',
    network: 'JCB',
    cybsCardType: '007',
    starts: /^35/,
    lengths: [16, 17, 18, 19],
  },
  {
    name: 'maestro',
    brandedName: 'Maestro',
    network: 'MAESTRO',
    cybsCardType: '042',
    starts: /^(50|5[6-9]|600|601(0|$)|6[6-9])/,
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  },
  {
    name: 'cup',
    brandedName: 'China UnionPay',
    network: 'CUP',
    cybsCardType: '062',
    starts: /^62/,
    lengths: [16, 17, 18, 19],
  },
];

const digits = () => input.value.replaceAll(/\D/g, '');

const passesLuhn = (number) => {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
};

const cardsOf = (number) =>
  brands
    .filter(({starts}) => number !== '' && starts.test(number))
    .map(({name, brandedName, cybsCardType, lengths, spaces = [4, 8, 12], code = 3}) => {
      const valid = lengths.includes(number.length) && passesLuhn(number);
      const couldBeValid = valid || number.length < Math.max(...lengths);
      const securityCode = {name: name === 'amex' ? 'CID' : 'CVV', length: code};
      return {
        name,
        brandedName,
        cybsCardType,
        spaces,
        lengths,
        securityCode,
        luhn: true,
        valid,
        couldBeValid,
      };
    });

const stateOfNumber = () => {
  const number = digits();
  const card = cardsOf(number);
  const valid = card.some((one) => one.valid);
  return {
    card,
    empty: number === '',
    valid,
    couldBeValid: number === '' || card.some((one) => one.couldBeValid),
  };
};

const stateOfCode = () => {
  const {length} = digits();
  const {maxLength} = config;
  const valid = maxLength ? length === maxLength : length === 3 || length === 4;
  return {empty: length === 0, valid, couldBeValid: length <= (maxLength ?? 4)};
};

const stateOf = () => (isNumber ? stateOfNumber() : stateOfCode());

const grouped = (number) => {
  const spaces = cardsOf(number)[0]?.spaces ?? [4, 8, 12];
  return [...number].map((digit, place) => (spaces.includes(place) ? ` ${digit}` : digit)).join('');
};

const changed = () => {
  const text = digits().slice(0, isNumber ? 19 : (config.maxLength ?? 4));
  input.value = isNumber && config.autoformat !== false ? grouped(text) : text;
  const state = stateOf();
  document.body.className = state.valid ? 'valid' : state.couldBeValid ? '' : 'invalid';
  say('change', state);
};

const selectors = {valid: '.valid input', invalid: '.invalid input', input: 'input'};
const look = (styles) =>
  Object.entries(styles)
    .map(([key, rules]) => {
      const rule = Object.entries(rules).map(([name, value]) => `${name}:${value}`);
      return `${selectors[key] ?? `input${key}`}{${rule.join(';')}}`;
    })
    .join('\n');

const update = (options) => {
  config = {...config, ...options};
  const {placeholder = '', title = '', disabled = false, maskInput = false, description = ''} = config;
  Object.assign(input, {placeholder, title, disabled, type: maskInput ? 'password' : 'text'});
  input.setAttribute('aria-label', config['aria-label'] ?? (isNumber ? 'Card number' : 'Security code'));
  input.setAttribute('aria-required', String(config['aria-required'] ?? true));
  input.setAttribute('aria-description', description);
  document.querySelector('style.own').textContent = look({...microformConfig.styles, ...config.styles});
};

const channel = new BroadcastChannel(microformId);

/** The other field's digits; absent when the page made no field for the code. */
const codeOfSibling = () =>
  new Promise((found, missing) => {
    const limit = setTimeout(() => missing(new Error('The other field does not answer.')), 30_000);
    channel.onmessage = ({data}) => {
      if (!('code' in data)) return;
      clearTimeout(limit);
      found(data.code);
    };
    channel.postMessage({ask: 'code'});
  });

const tokenize = async ({expirationMonth, expirationYear, type}) => {
  const code = await codeOfSibling().catch(() => undefined);
  if (code === undefined) return say('token', {reason: 'CREATE_TOKEN_TIMEOUT', message: 'No code came.'});
  const number = digits();
  const {network} =
    brands.find(({cybsCardType}) => cybsCardType === (type ?? cardsOf(number)[0]?.cybsCardType)) ?? {};
  if (!allowedCardNetworks.includes(network)) {
    const details = [{location: 'type', message: 'Validation error'}];
    return say('token', {
      reason: 'CREATE_TOKEN_CARD_TYPE_NOT_ALLOWED',
      message: 'This card is not taken.',
      details,
    });
  }
  try {
    const response = await fetch('/flex/v2/tokens', {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify({context: jwt, card: {number, code, expirationMonth, expirationYear}}),
    });
    const answer = await response.json();
    say(
      'token',
      response.ok ? {jwt: answer.token} : {reason: answer.reason, message: 'The card was refused.'},
    );
  } catch {
    say('token', {reason: 'CREATE_TOKEN_XHR_ERROR', message: 'The token service cannot be reached.'});
  }
};

const commands = {
  update: (options) => (update(options), say('update', options)),
  clear: () => ((input.value = ''), changed()),
  focus: () => input.focus(),
  tokenize,
};

addEventListener('message', ({source, data}) => {
  if (source === parent && data?.channel === fieldId) void commands[data.command]?.(data.data);
});
if (!isNumber)
  channel.onmessage = ({data}) => {
    if (data.ask === 'code') channel.postMessage({code: digits()});
  };
input.autocomplete = isNumber ? 'cc-number' : 'cc-csc';
input.inputMode = 'numeric';
input.addEventListener('input', changed);
input.addEventListener('focus', () => say('focus'));
input.addEventListener('blur', () => say('blur'));
input.addEventListener('keydown', ({key}) => key === 'Enter' && say('inputSubmitRequest'));

if ([...location.ancestorOrigins].every((origin) => targetOrigins.includes(origin))) {
  update(told.config);
  say('load');
} else {
  say('error', {
    reason: 'IFRAME_JWT_VALIDATION_FAILED',
    message: 'This page is no target of the capture context.',
  });
}
