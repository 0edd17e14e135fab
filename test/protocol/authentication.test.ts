import {expect} from '@open-wc/testing';
import {
  authenticationStatuses,
  readAuthorization,
  readEnrollment,
  readSetup,
} from '../../src/protocol/index.js';
import {changed, refusal, wrongs} from './support.js';

const setup = {
  data: {
    tracker: {token: 'track_1'},
    action: {
      token: 'act_1',
      payment_method: {
        token: 'method_1',
        card_type_code: '002',
        card_type: 'MASTERCARD',
        last_four: '1096',
        expiration_month: '01',
        expiration_year: 2030,
      },
      payer_authentication_setup: {
        access_token: 'secret-access-token',
        device_data_collection_url: 'https://issuer.example/V1/Cruise/Collect',
      },
    },
  },
};

describe('readSetup (spec 2.3)', () => {
  it('reads the card and where to collect device data', () => {
    expect(readSetup(setup)).to.deep.equal({
      card: {brand: 'mastercard', lastFour: '1096', expirationMonth: '01', expirationYear: '2030'},
      accessToken: 'secret-access-token',
      deviceDataCollectionUrl: 'https://issuer.example/V1/Cruise/Collect',
    });
  });

  it('does without the card, which is only shown', () => {
    for (const wrong of wrongs) {
      expect(readSetup(changed(setup, '/data/action/payment_method', wrong)).card).to.deep.equal({
        brand: 'unknown',
        lastFour: '',
      });
    }
  });

  it('leaves out an expiry that is unknown, zeros included, and completes a short one', () => {
    const read = (month: unknown, year: unknown) =>
      readSetup(
        changed(setup, '/data/action/payment_method', {expiration_month: month, expiration_year: year}),
      ).card;
    for (const [month, year] of [
      ['00', '0000'],
      ['', ''],
      [0, 0],
      ['01', undefined],
      [undefined, '2030'],
    ])
      expect(read(month, year)).not.to.have.any.keys('expirationMonth', 'expirationYear');
    expect(read(1, 30)).to.include({expirationMonth: '01', expirationYear: '2030'});
  });

  it('knows a brand by its scheme', () => {
    const card = {scheme: 'AmericanExpress', last_four: '0005'};
    expect(readSetup(changed(setup, '/data/action/payment_method', card)).card.brand).to.equal('amex');
  });

  for (const field of ['access_token', 'device_data_collection_url']) {
    const pointer = `/data/action/payer_authentication_setup/${field}`;
    it(`does not do without ${field}`, () => {
      for (const wrong of [undefined, null, '', 7, [], {}]) {
        const error = refusal(() => readSetup(changed(setup, pointer, wrong)));
        expect(error).to.include({code: 'answer-unreadable', field: pointer});
      }
    });
  }
});

const enrollment = (fields: object = {}) => ({
  data: {
    action: {
      payer_authentication_enrollment: {
        authentication_status: 'REQUIRED',
        access_token: 'secret-access-token',
        step_up_url: 'https://issuer.example/step-up',
        challenge_window_size: '03',
        ...fields,
      },
    },
  },
});

describe('readEnrollment (spec 2.4, 3.3)', () => {
  for (const status of authenticationStatuses.slice(1)) {
    it(`${status}, with its indicator`, () => {
      const read = readEnrollment(enrollment({authentication_status: status, eci: '05'}));
      expect(read).to.deep.equal({status, eci: '05'});
    });
  }

  it('REQUIRED, with everything for a step-up', () => {
    expect(readEnrollment(enrollment())).to.deep.equal({
      status: 'REQUIRED',
      stepUp: {accessToken: 'secret-access-token', url: 'https://issuer.example/step-up', windowSize: '03'},
    });
  });

  for (const field of ['access_token', 'step_up_url']) {
    it(`REQUIRED without ${field} is unreadable`, () => {
      const error = refusal(() => readEnrollment(enrollment({[field]: undefined})));
      expect(error.field).to.equal(`/data/action/payer_authentication_enrollment/${field}`);
    });
  }

  it('takes the status beside the enrollment too', () => {
    const action = {authentication_status: 'ATTEMPTED', payer_authentication_enrollment: {eci_raw: '06'}};
    expect(readEnrollment({data: {action}})).to.deep.equal({status: 'ATTEMPTED', eci: '06'});
    expect(readEnrollment({data: {authentication_status: 'REJECTED', action: {}}}).status).to.equal(
      'REJECTED',
    );
  });

  it('a status that is not known must stop the flow', () => {
    for (const unknown of ['APPROVED', 'frictionless', 'FRICTIONLESS ', 'constructor']) {
      expect(readEnrollment(enrollment({authentication_status: unknown}))).to.deep.equal({status: 'UNKNOWN'});
    }
  });

  it('no status at all is unreadable', () => {
    for (const wrong of [undefined, null, '', 7, [], {}]) {
      const error = refusal(() => readEnrollment(enrollment({authentication_status: wrong})));
      expect(error.field).to.equal('/data/action/payer_authentication_enrollment/authentication_status');
    }
  });

  const text = "error performing action 'PAYER_AUTH_ENROLLMENT': Payer could not be authenticated.";
  for (const answer of [
    {data: null, code: 'x', status: {errors: [text], message: 'failed'}},
    {code: 'x', message: text},
    {error: text},
    {data: null, status: {errors: [], message: text}},
  ]) {
    it(`an HTTP error that says so is FAILED: ${Object.keys(answer).join(', ')}`, () => {
      expect(readEnrollment(answer, 400)).to.deep.equal({status: 'FAILED'});
    });
  }

  it('any other HTTP error is an error', () => {
    expect(refusal(() => readEnrollment({message: 'no'}, 500)).code).to.equal('service-unavailable');
  });
});

describe('readAuthorization', () => {
  it('reads the token from the tracker or from the action', () => {
    const inTracker = {data: {tracker: {authorization: {token: 'auth_1'}}, action: {token: 'act_1'}}};
    expect(readAuthorization(inTracker)).to.deep.equal({token: 'auth_1'});
    expect(readAuthorization({data: {action: {authorization: {token: 'auth_2'}}}})).to.deep.equal({
      token: 'auth_2',
    });
    expect(readAuthorization({data: {action: {token: 'act_1'}}})).to.deep.equal({token: 'act_1'});
  });

  it('an answer without one is unreadable', () => {
    expect(refusal(() => readAuthorization({data: {}})).field).to.equal('/data/action/token');
  });
});
