import type {Page} from 'playwright';

/** Gives a page and its frames an authenticator that always says yes. */
async function withAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const {authenticatorId} = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {session, authenticatorId};
}

/**
 * Makes a passkey in one page and gives it to another. In Chromium each page has a virtual authenticator of its
 * own; a real device serves both pages.
 */
export async function sharePasskey(from: Page, to: Page, make: () => Promise<void>): Promise<void> {
  const maker = await withAuthenticator(from);
  const user = await withAuthenticator(to);
  await new Promise<void>((done, fail) => {
    maker.session.once('WebAuthn.credentialAdded', (made) => {
      user.session
        .send('WebAuthn.addCredential', {...made, authenticatorId: user.authenticatorId})
        .then(() => done(), fail);
    });
    make().catch(fail);
  });
}
