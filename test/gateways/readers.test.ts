import {expect} from '@open-wc/testing';
import * as fc from 'fast-check';
import {safeAddress} from '../../src/gateways/addresses.js';
import {chooseChallengeWindow, type ChallengeWindowQuestion} from '../../src/gateways/index.js';
import {readChallengeWindow} from '../../src/gateways/challenge-window.js';
import {readDeviceDataMessage} from '../../src/gateways/device-data-message.js';
import type {Plain} from '../../src/gateways/plain-data.js';
import {readShellReport} from '../../src/gateways/shell.js';
import type {CardVaultError} from '../../src/protocol/index.js';

const done = {MessageType: 'profile.completed'};
const id = '0a1b2c3d-0000-4000-8000-000000000000';
const collected = {outcome: 'collected', sessionId: id};

describe('device data messages (wire 3)', () => {
  const messages: [string, Plain, object | undefined][] = [
    ['first form', {...done, SessionId: id, Status: true}, collected],
    ['first form, old spelling', {...done, 'Session Id': id, Status: true}, collected],
    ['first form as text', JSON.stringify({...done, SessionId: id, Status: true}), collected],
    ['first form without success', {...done, SessionId: id, Status: false}, {outcome: 'failed'}],
    ['first form without success and id', {...done, Status: false}, {outcome: 'failed'}],
    [
      'second form',
      {...done, Payload: {ActionCode: 'SUCCESS', SessionId: id, DataSources: {a: 1}}},
      collected,
    ],
    [
      'second form, another name',
      {MessageType: 'x', Payload: {ActionCode: 'SUCCESS', SessionId: id}},
      collected,
    ],
    ['second form, failed', {...done, Payload: {ActionCode: 'ERROR'}}, {outcome: 'failed'}],
    ['success without id', {...done, Status: true}, undefined],
    ['success with an empty id', {...done, SessionId: '', Status: true}, undefined],
    ['success with a huge id', {...done, SessionId: 'x'.repeat(300), Status: true}, undefined],
    ['id with blanks', {...done, SessionId: 'a b', Status: true}, undefined],
    ['status as text', {...done, SessionId: id, Status: 'true'}, undefined],
    ['another message', {MessageType: 'ui.rendered', SessionId: id, Status: true}, undefined],
    ['unknown action', {...done, Payload: {ActionCode: 'NOACTION', SessionId: id}}, undefined],
    ['action of the prototype', {...done, Payload: {ActionCode: 'constructor', SessionId: id}}, undefined],
    ['first form with further keys', {...done, SessionId: id, Status: true, x: 1}, collected],
    [
      'second form with further keys',
      {...done, x: 1, Payload: {ActionCode: 'SUCCESS', SessionId: id, x: 1}},
      collected,
    ],
    [
      'first form with a prefix, kept as the vendor has it',
      {...done, SessionId: `0_${id}`, Status: true},
      {outcome: 'collected', sessionId: `0_${id}`},
    ],
    ['a payload that is none', {...done, SessionId: id, Status: true, Payload: 'x'}, undefined],
    ['text that is no JSON', 'profile.completed', undefined],
    ['text of a list', '[1]', undefined],
    ['null', null, undefined],
  ];
  for (const [name, data, expected] of messages) {
    it(`${name} is ${expected === undefined ? 'nothing' : JSON.stringify(expected)}`, () => {
      expect(readDeviceDataMessage(data)).to.deep.equal(expected);
    });
  }

  it('nothing else is a message', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readDeviceDataMessage(value as Plain)).to.equal(undefined);
        expect(readDeviceDataMessage(JSON.stringify(value))).to.equal(undefined);
      }),
    );
  });
});

describe('reports of the shell (decision 0002)', () => {
  const reports: [Plain, object | undefined][] = [
    [{type: 'ready'}, {type: 'ready'}],
    [{type: 'loaded'}, {type: 'loaded'}],
    [{type: 'failed'}, {type: 'failed'}],
    [{type: 'returned'}, {type: 'returned'}],
    [
      {type: 'completed', sessionId: id},
      {type: 'completed', sessionId: id},
    ],
    [
      {type: 'refused', reason: 'policy'},
      {type: 'refused', reason: 'policy'},
    ],
    [
      {type: 'refused', reason: 'x'.repeat(999)},
      {type: 'refused', reason: 'x'.repeat(200)},
    ],
    [{type: 'completed'}, undefined],
    [{type: 'completed', sessionId: 7}, undefined],
    [{type: 'returned', sessionId: id}, undefined],
    [{type: 'refused'}, undefined],
    [{type: 'toString'}, undefined],
    ['ready', undefined],
    [[{type: 'ready'}], undefined],
    [null, undefined],
  ];
  for (const [data, expected] of reports) {
    it(`${JSON.stringify(data).slice(0, 50)} is ${expected === undefined ? 'nothing' : 'a report'}`, () => {
      expect(readShellReport(data)).to.deep.equal(expected);
    });
  }
});

describe('addresses that a credential is sent to (guarantees 2.7)', () => {
  for (const fit of [
    'https://bank.example/collect?x=1',
    'https://bank.example:8443/',
    'http://localhost:4102/collect',
    'http://127.0.0.1:4102/',
    'http://127.9.9.9/',
    'http://[::1]:4102/',
    'http://bank.localhost:4102/',
  ]) {
    it(`takes ${fit}`, () => {
      expect(safeAddress(fit, 'step-up-url-refused', 'It').href).to.equal(fit);
    });
  }
  for (const unfit of [
    'http://bank.example/',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'http://127.0.0.1@evil.example/',
    'https://user@bank.example/',
    'https://user:word@bank.example/',
    'ftp://bank.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://bank.example/1',
    'about:blank',
    '//bank.example/',
    'collect',
    '',
  ]) {
    it(`refuses "${unfit}" and does not repeat it`, () => {
      let caught: CardVaultError | undefined;
      try {
        safeAddress(unfit, 'step-up-url-refused', 'It');
      } catch (error) {
        caught = error as CardVaultError;
      }
      expect(caught?.code).to.equal('step-up-url-refused');
      if (unfit !== '') expect(caught?.message).not.to.contain(unfit);
    });
  }
});

describe('challenge window (EMV 3-D Secure sizes, wire 4)', () => {
  const ask = (
    availableWidth: number,
    availableHeight: number,
    preferred: ChallengeWindowQuestion['preferred'] = 'auto',
    requested?: string,
  ) => chooseChallengeWindow({preferred, availableWidth, availableHeight, requested});

  const largest: [number, number, string][] = [
    [1280, 800, '03'],
    [500, 600, '03'],
    [499, 600, '02'],
    [800, 599, '04'],
    [600, 400, '04'],
    [599, 400, '02'],
    [390, 400, '02'],
    [389, 400, '01'],
    [360, 640, '01'],
    [250, 400, '01'],
    [249, 800, '05'],
    [1280, 399, '05'],
    [0, 0, '05'],
  ];
  for (const [width, height, size] of largest) {
    it(`the largest that fits ${width} × ${height} is ${size}`, () => {
      expect(ask(width, height)).to.equal(size);
    });
  }

  it('the size that the shop asks for wins where it fits', () => {
    expect(ask(1280, 800, '01')).to.equal('01');
    expect(ask(1280, 800, '05')).to.equal('05');
    expect(ask(1280, 800, '02', '03')).to.equal('02');
  });

  it('what the issuer draws for comes next', () => {
    expect(ask(1280, 800, 'auto', '02')).to.equal('02');
    expect(ask(1280, 800, 'auto', '05')).to.equal('05');
    expect(ask(400, 500, '03', '01')).to.equal('01');
  });

  it('a size that does not fit, or is unknown, falls back to the largest that fits', () => {
    expect(ask(400, 500, '03')).to.equal('02');
    expect(ask(400, 500, 'auto', '03')).to.equal('02');
    expect(ask(1280, 800, 'auto', '99')).to.equal('03');
    expect(ask(1280, 800, 'auto', 'toString')).to.equal('03');
  });

  it('reads only the five sizes', () => {
    expect(['01', '02', '03', '04', '05'].map(readChallengeWindow)).to.deep.equal([
      '01',
      '02',
      '03',
      '04',
      '05',
    ]);
    for (const none of ['', '1', '06', 'constructor', undefined])
      expect(readChallengeWindow(none)).to.equal(undefined);
  });
});
