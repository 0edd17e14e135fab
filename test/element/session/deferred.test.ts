import {expect} from '@open-wc/testing';
import {Deferred} from '../../../src/element/session/deferred.js';
import {isSettled} from '../../support/fake-host.js';

describe('Deferred', () => {
  it('is open until it is resolved, and has the first value only', async () => {
    const deferred = new Deferred<string>();
    expect(await isSettled(deferred.promise)).to.equal(false);
    deferred.resolve('first');
    deferred.resolve('second');
    expect(await deferred.promise).to.equal('first');
  });

  it('rejects those who wait for it with its error', async () => {
    const deferred = new Deferred<void>();
    const error = new Error('no');
    deferred.reject(error);
    expect(await deferred.promise.catch((cause: unknown) => cause)).to.equal(error);
  });

  it('is no unhandled rejection where nothing waits for it', async () => {
    const unhandled: unknown[] = [];
    const end = new AbortController();
    addEventListener('unhandledrejection', ({reason}) => unhandled.push(reason), {signal: end.signal});
    new Deferred<void>().reject(new Error('no'));
    // The browser tells of one after the task in which it was made.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    end.abort();
    expect(unhandled).to.deep.equal([]);
  });
});
