import {isBusy, leave, part, send, texts} from './page.js';

/**
 * Looks whether app or window has answered. The server says when to look next, and when to stop; from then on
 * the shopper can look by a button. Returns a function that ends the looking.
 */
export function startWaiting(): () => void {
  const notice = part('question-notice', HTMLElement);
  const problem = part('question-problem', HTMLElement);
  const again = part('look', HTMLButtonElement);
  const words = notice?.textContent ?? '';
  // Only a page that waits says so.
  if (!notice || !problem || !again || !words) return () => {};
  let isOver = false;

  const pause = (message: string) => {
    notice.textContent = '';
    problem.textContent = message;
    again.hidden = false;
  };
  const look = async () => {
    try {
      const reply = await send({action: 'look'});
      // What the shopper asks for meanwhile leads on by itself.
      if (isOver || (isBusy() && reply.state === 'finished')) return;
      if (reply.state === 'finished') leave(reply);
      else if (reply.state !== 'waiting' || reply.again === null) pause(texts.noAnswer);
      else setTimeout(() => isOver || void look(), reply.again);
    } catch {
      if (!isOver) pause(texts.offline);
    }
  };
  again.addEventListener('click', () => {
    again.hidden = true;
    problem.textContent = '';
    notice.textContent = words;
    void look();
  });
  void look();
  return () => {
    isOver = true;
  };
}
