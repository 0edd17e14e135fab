import type {FrameLocator, Locator, Page} from 'playwright';
import {claimsOf, type OpenedMicroform} from './support.js';
import type {Shop} from './browser.js';

/** The fields that a page creates, unless a test names others. */
const both = ['number', 'securityCode'] as const;
type Name = (typeof both)[number];

/** What the shop's page stores in its window for the tests. */
export interface ShopWindow {
  Flex: new (jwt: string) => {microform(type: string, options?: object): FlexMicroform};
  events: {field: string; event: string; data: unknown}[];
  microform: FlexMicroform;
  fields: Record<'number' | 'securityCode', FlexField>;
  messages: string[];
}
export interface FlexField {
  load(target: unknown): void;
  unload(): void;
  dispose(): void;
  clear(): void;
  focus(): void;
  update(options: object): void;
  on(event: string, listener: (data?: unknown) => void): void;
  off(event: string, listener?: unknown): void;
}
export interface FlexMicroform {
  createField(type: string, options?: object): FlexField;
  createToken(options: object, callback: (error: FlexError | null, token?: string) => void): void;
}
export interface FlexError {
  readonly name: string;
  readonly reason: string;
  readonly message: string;
  readonly details: {message: string; location: string}[];
}

const policy = (fields: string, nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    `frame-src ${fields}`,
    "form-action 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** A shop's page with the strict policy of guarantees 2.3. It loads the library as a shop would. */
export function shopPage(
  jwt: string,
  {style = '', isolated = false, body = ''}: {style?: string; isolated?: boolean; body?: string} = {},
) {
  const {clientLibrary, clientLibraryIntegrity, mfOrigin} = claimsOf(jwt).ctx[0].data;
  const nonce = 'test';
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<style nonce="${nonce}">
  body { font: 16px system-ui }
  .place { height: 48px; width: 320px }
  ${style}
</style>
<script nonce="${nonce}">
  window.events = []; window.messages = [];
  addEventListener('message', (event) => messages.push(JSON.stringify(event.data)));
</script>
<script nonce="${nonce}" src="${clientLibrary}" integrity="${clientLibraryIntegrity}" crossorigin="anonymous"></script>
</head><body>
<h1>Shop</h1>
<button id="before">Before</button>
<div id="number" class="place"></div><div id="securityCode" class="place"></div>
<button id="after">After</button>
${body}
</body></html>`;
  const isolation = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  };
  return {html, headers: {'content-security-policy': policy(mfOrigin, nonce), ...(isolated && isolation)}};
}

/** A shop's page with both fields. The methods do what a shopper or the page's script does. */
export class Fields {
  readonly page: Page;
  readonly jwt: string;
  readonly names: readonly Name[];

  constructor(page: Page, jwt: string, names: readonly Name[] = both) {
    this.page = page;
    this.jwt = jwt;
    this.names = names;
  }

  static async open(
    page: Page,
    {
      shop,
      microform,
      tracker,
      origins,
      codeLengths,
      shopper,
    }: {
      shop: Shop;
      microform: OpenedMicroform;
      tracker: string;
      origins?: readonly string[];
      /** The context asks for the security code alone. */
      codeLengths?: readonly number[];
      /** Whose card it becomes, masked. */
      shopper?: string;
    },
    options: {style?: string; isolated?: boolean; body?: string; fields?: object; load?: boolean} = {},
  ): Promise<Fields> {
    const {jwt} = await microform.issueCaptureContext({
      merchant: 'merchant_1',
      publicKey: 'sec_test',
      tracker,
      targetOrigins: origins ?? [shop.origin],
      ...(codeLengths && {codeLengths}),
      shopper,
    });
    shop.pages.set('/', shopPage(jwt, options));
    await page.goto(`${shop.origin}/`);
    const fields = new Fields(page, jwt, codeLengths ? ['securityCode'] : both);
    await fields.create(options.fields ?? {});
    if (options.load !== false) await fields.loaded();
    return fields;
  }

  async create(options: object): Promise<void> {
    await this.page.evaluate(
      ([jwt, options, names]) => {
        const shop = window as unknown as ShopWindow;
        shop.microform = new shop.Flex(jwt).microform('card', options);
        shop.fields = Object.fromEntries(
          names.map((name) => [name, shop.microform.createField(name, options)]),
        ) as ShopWindow['fields'];
        for (const name of names) {
          for (const event of 'load unload focus blur change inputSubmitRequest autocomplete update error covered'.split(
            ' ',
          )) {
            shop.fields[name].on(event, (data) => {
              const plain = data instanceof Error ? {...data, message: data.message} : data;
              shop.events.push({field: name, event, data: structuredClone(plain)});
            });
          }
          shop.fields[name].load(`#${name}`);
        }
      },
      [this.jwt, options, this.names] as const,
    );
  }

  async loaded(): Promise<void> {
    await this.page.waitForFunction(
      (count) =>
        (window as unknown as ShopWindow).events.filter(({event}) => event === 'load').length >= count,
      this.names.length,
    );
  }

  frame(name: 'number' | 'securityCode'): FrameLocator {
    return this.page.frameLocator(`#${name} iframe`);
  }

  get number(): Locator {
    return this.frame('number').locator('#field');
  }

  get code(): Locator {
    return this.frame('securityCode').locator('#field');
  }

  container(name: 'number' | 'securityCode'): Locator {
    return this.page.locator(`#${name}`);
  }

  /** All events of one kind that have arrived. */
  events(event: string, field: 'number' | 'securityCode' = 'number'): Promise<unknown[]> {
    return this.page.evaluate(
      ([event, field]) =>
        (window as unknown as ShopWindow).events
          .filter((one) => one.event === event && one.field === field)
          .map(({data}) => data),
      [event, field] as const,
    );
  }

  /** Waits until the last event of a kind passes a check, and returns it. */
  async waitForEvent<Data>(
    event: string,
    check: (data: Data) => boolean = () => true,
    field: 'number' | 'securityCode' = 'number',
  ): Promise<Data> {
    for (;;) {
      // Counted before the check, so that an event that arrives during the check is not missed.
      const seen = await this.page.evaluate(() => (window as unknown as ShopWindow).events.length);
      const all = await this.events(event, field);
      const last = all.at(-1) as Data;
      if (all.length && check(last)) return last;
      await this.page.waitForFunction(
        (count) => (window as unknown as ShopWindow).events.length > count,
        seen,
        {timeout: 120_000},
      );
    }
  }

  /** Calls a function with a field of the page. */
  async call(
    name: 'number' | 'securityCode',
    method: 'focus' | 'clear' | 'unload' | 'dispose',
  ): Promise<void> {
    await this.page.evaluate(([name, method]) => (window as unknown as ShopWindow).fields[name][method](), [
      name,
      method,
    ] as const);
  }

  async update(name: 'number' | 'securityCode', options: object): Promise<void> {
    const before = (await this.events('update', name)).length;
    await this.page.evaluate(
      ([name, options]) => (window as unknown as ShopWindow).fields[name].update(options),
      [name, options] as const,
    );
    await this.page.waitForFunction(
      ([name, before]) =>
        (window as unknown as ShopWindow).events.filter((one) => one.event === 'update' && one.field === name)
          .length > before,
      [name, before] as const,
    );
  }

  token(
    options: object = {expirationMonth: '01', expirationYear: '2029'},
  ): Promise<{token?: string; error?: FlexError}> {
    return this.page.evaluate(
      (options) =>
        new Promise((resolve) =>
          (window as unknown as ShopWindow).microform.createToken(options, (error, token) =>
            resolve(
              error
                ? {
                    error: {
                      name: error.name,
                      reason: error.reason,
                      message: error.message,
                      details: [...error.details],
                    },
                  }
                : {token: token!},
            ),
          ),
        ),
      options,
    );
  }
}
