// The shop's card form as a React application, on the page that the shop's server gives under /react.
import {StrictMode, useState, type SubmitEvent} from 'react';
import {createRoot} from 'react-dom/client';
import {CardVault, type CardVaultProps} from 'card-vault/react';
import type {PaymentMethod} from 'card-vault';

interface SaveCardProps extends Pick<CardVaultProps, 'sessionUrl' | 'stepUp' | 'entryMode'> {
  /** Where the shop takes the payment method of the form. */
  readonly action: string;
  readonly label: string;
}

function SaveCard({action, label, ...options}: SaveCardProps) {
  const [card, setCard] = useState<PaymentMethod>();
  const [kept, setKept] = useState(false);
  const [problem, setProblem] = useState('');

  // <CardVault> holds a submission until the card is saved, so the form arrives here with the payment method in it.
  async function keep(form: HTMLFormElement) {
    const token = String(new FormData(form).get('payment_method'));
    const answer = await fetch(action, {
      method: 'POST',
      body: new URLSearchParams({payment_method: token}),
    });
    setKept(answer.ok);
    setProblem(answer.ok ? '' : await answer.text());
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    keep(event.currentTarget).catch((error: unknown) => setProblem(String(error)));
  }

  return (
    <form onSubmit={onSubmit}>
      <CardVault
        {...options}
        name="payment_method"
        required
        onSaved={({detail}) => setCard(detail.paymentMethod)}
      />
      {problem && <p role="alert">{problem}</p>}
      {kept && card ? <SavedLine card={card} /> : <button className="primary">{label}</button>}
    </form>
  );
}

function SavedLine({card}: {readonly card: PaymentMethod}) {
  const {brand, lastFour, expirationMonth, expirationYear} = card;
  return (
    <p className="banner" role="status" id="saved-card">
      <span>
        ✓ <bdi>{brand.toUpperCase()}</bdi> <bdi>•••• {lastFour}</bdi>,{' '}
        <bdi>
          {expirationMonth}/{expirationYear}
        </bdi>
      </span>
    </p>
  );
}

const place = document.getElementById('app');
if (place) {
  const {sessionUrl, action = '', save: label = '', stepUp, entryMode} = place.dataset;
  const options = {sessionUrl, stepUp, entryMode} as Pick<
    SaveCardProps,
    'sessionUrl' | 'stepUp' | 'entryMode'
  >;
  createRoot(place).render(
    <StrictMode>
      <SaveCard {...options} action={action} label={label} />
    </StrictMode>,
  );
}
