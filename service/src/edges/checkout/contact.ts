import type {Messages} from './messages/en.js';

/** What a shopper says about themselves. */
export interface Contact {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}

export type ContactProblems = Readonly<Partial<Record<keyof Contact, keyof Messages>>>;

export const noContact: Contact = {first_name: '', last_name: '', email: ''};

/** Reads the contact form, trimmed. */
export function readContact(form: URLSearchParams): {
  readonly contact: Contact;
  readonly problems: ContactProblems;
} {
  const field = (name: keyof Contact) => (form.get(name) ?? '').replace(/\s+/g, ' ').trim().slice(0, 200);
  const contact = {first_name: field('first_name'), last_name: field('last_name'), email: field('email')};
  const problems: Partial<Record<keyof Contact, keyof Messages>> = {};
  if (contact.first_name === '') problems.first_name = 'firstNameWrong';
  // Deployments of the service want two letters at least (wire 1.3).
  if ([...contact.last_name].length < 2) problems.last_name = 'nameWrong';
  if (!/^[^\s@,;<>()]+@[^\s@,;<>()]+\.[^\s@.,;<>()]{2,}$/u.test(contact.email)) problems.email = 'emailWrong';
  return {contact, problems};
}
