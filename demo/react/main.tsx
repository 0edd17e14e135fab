// The shop's card form as a React application, on the page that the shop's server gives under /react.
import {StrictMode, useRef, useState, type SubmitEvent} from 'react';
import {createRoot} from 'react-dom/client';
import {CardVault, type CardVaultProps, type CardVaultSavedEvent} from 'card-vault/react';
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
  const sent = useRef('');

  /** Tells the shop which card pays from now on; once a card, however often it is asked. */
  async function keep({token}: PaymentMethod) {
    if (sent.current === token) return;
    sent.current = token;
    try {
      const answer = await fetch(action, {
        method: 'POST',
        body: new URLSearchParams({payment_method: token}),
      });
      if (!answer.ok) throw new Error(await answer.text());
      setKept(true);
    } catch (error) {
      sent.current = '';
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

  function onSaved({detail}: CardVaultSavedEvent) {
    setCard(detail.paymentMethod);
    void keep(detail.paymentMethod);
  }

  // <CardVault> holds a submission until the card is saved: here it is saved, and at most the shop has not heard of it.
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (card) void keep(card);
  }

  return (
    <>
      <div role="status">{kept && card && <SavedLine card={card} />}</div>
      {!kept && (
        <form onSubmit={onSubmit}>
          <CardVault {...options} name="payment_method" required onSaved={onSaved} />
          {problem && <p role="alert">{problem}</p>}
          <button className="primary">{label}</button>
        </form>
      )}
    </>
  );
}

function SavedLine({card}: {readonly card: PaymentMethod}) {
  const {brand, lastFour, expirationMonth, expirationYear} = card;
  return (
    <p className="banner" id="saved-card">
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
