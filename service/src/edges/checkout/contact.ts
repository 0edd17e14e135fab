import {containsCardNumber} from '../../platform/http/free-text.js';
import {isEmailAddress} from '../../platform/http/person.js';
import type {Messages} from './language.js';

/** The name and e-mail address that a shopper enters. */
export interface Contact {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}

/** The message for each field that is wrong. */
export type ContactProblems = Readonly<Partial<Record<keyof Contact, keyof Messages>>>;

const contactFields = ['first_name', 'last_name', 'email'] as const;

export const noContact: Contact = {first_name: '', last_name: '', email: ''};

/** Reads and validates the contact form. Its values are trimmed. */
export function readContact(form: URLSearchParams): {
  readonly contact: Contact;
  readonly problems: ContactProblems;
} {
  const field = (name: keyof Contact) => (form.get(name) ?? '').replace(/\s+/g, ' ').trim().slice(0, 200);
  const contact = {first_name: field('first_name'), last_name: field('last_name'), email: field('email')};
  const problems: Partial<Record<keyof Contact, keyof Messages>> = {};
  if (contact.first_name === '') problems.first_name = 'firstNameWrong';
  if (contact.last_name === '') problems.last_name = 'lastNameWrong';
  if (!isEmailAddress(contact.email)) problems.email = 'emailWrong';
  for (const name of contactFields) {
    if (containsCardNumber(contact[name])) problems[name] = 'noCardNumber';
  }
  return {contact, problems};
}
