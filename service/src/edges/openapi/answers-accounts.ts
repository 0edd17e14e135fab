import * as v from 'valibot';

/** What the routes of accounts answer. */
const text = v.string();
const whole = v.pipe(v.number(), v.integer());
const instant = v.pipe(text, v.isoTimestamp());
const customerToken = v.pipe(text, v.startsWith('cus_'));
const said = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description));

export const openedLogin = v.object({
  session: said(text, 'Opens what is the shopper’s own, until `expires_at`.'),
  token: said(customerToken, 'The customer. Trackers are opened for it.'),
  refresh_token: said(text, 'Good once, for a new session and the next refresh token.'),
  expires_at: instant,
});

export const profile = v.object({
  token: said(customerToken, 'The customer.'),
  first_name: text,
  last_name: text,
  email: said(text, 'What is logged in with, in small letters.'),
  phone: text,
  country: text,
  contacts: v.array(v.unknown()),
  avatar: text,
  suspended: whole,
  suspend_reason: text,
  verified: said(whole, '0: nobody checks addresses here.'),
  verification: said(
    v.object({
      user_id: text,
      code: text,
      verification_type: whole,
      expires_at: text,
      created_at: text,
      updated_at: text,
    }),
    'Empty: nothing is waiting to be checked. For clients that want it to be there.',
  ),
  created_at: instant,
  updated_at: instant,
});

export const existence = v.object({
  exists: v.boolean(),
  is_local: v.boolean(),
  has_password: v.boolean(),
  email: text,
  phone: said(text, 'Empty: told to whoever has logged in.'),
});

export const passwordChanged = v.object({changed: v.literal(true), token: customerToken});

export const accountComponents: Readonly<Record<string, v.GenericSchema>> = {
  OpenedLogin: openedLogin,
  Profile: profile,
};
