import type {FormEvent, ReactNode} from 'react';
import {createRoot, flushSync, formik, hookForm, React} from '../libraries/react.js';
import {holdsWith, type Mounted, type Page} from './stage.js';

const {createElement, useEffect} = React;
const needed = 'Give us a card.';

/** Renders a form until it is unmounted. */
function render(place: HTMLElement, Form: () => ReactNode): Pick<Mounted, 'unmount'> {
  const root = createRoot(place);
  root.render(createElement(Form));
  return {unmount: () => root.unmount()};
}

const rows = (element: ReactNode, message: ReactNode): ReactNode[] => [
  createElement('div', {key: 'element'}, element),
  createElement('p', {key: 'message', className: 'message'}, message),
  createElement('button', {key: 'button'}, 'Pay'),
];

function registered({place, tag, send}: Page): Mounted {
  let reset = (): void => undefined;
  function Form() {
    const form = hookForm.useForm({defaultValues: {card: ''}});
    useEffect(() => void (reset = () => form.reset()));
    return createElement(
      'form',
      {onSubmit: (event: FormEvent) => void form.handleSubmit(send)(event), noValidate: true},
      rows(
        createElement(tag, form.register('card', {required: needed})),
        form.formState.errors.card?.message,
      ),
    );
  }
  return {...render(place, Form), reset: () => flushSync(reset)};
}

function controlled({place, tag, send}: Page): Mounted {
  let reset = (): void => undefined;
  function Form() {
    const form = hookForm.useForm({defaultValues: {card: ''}});
    useEffect(() => void (reset = () => form.reset()));
    return createElement(
      'form',
      {onSubmit: (event: FormEvent) => void form.handleSubmit(send)(event), noValidate: true},
      rows(
        createElement(hookForm.Controller<{card: string}, 'card'>, {
          ...{name: 'card', control: form.control, rules: {required: needed}},
          render: ({field}) => createElement(tag, field),
        }),
        form.formState.errors.card?.message,
      ),
    );
  }
  return {...render(place, Form), reset: () => flushSync(reset)};
}

function withFormik({place, tag, send}: Page): Mounted {
  let reset = (): void => undefined;
  function Form() {
    const form = formik.useFormik({
      initialValues: {card: ''},
      validate: ({card}) => (card ? {} : {card: needed}),
      onSubmit: send,
    });
    useEffect(() => void (reset = () => form.resetForm()));
    return createElement(
      'form',
      {onSubmit: form.handleSubmit, onReset: form.handleReset},
      rows(createElement(tag, form.getFieldProps('card')), form.errors.card),
    );
  }
  return {...render(place, Form), reset: () => flushSync(reset)};
}

holdsWith('react-hook-form, registered with a default value', registered, {focuses: true});
holdsWith('react-hook-form, in a Controller', controlled, {focuses: true});
holdsWith('Formik', withFormik);
