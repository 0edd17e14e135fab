export {createMicroformFields} from './microform.js';
export type {MicroformFields, MicroformOptions} from './microform.js';
export type {FieldSettings, FieldWords} from './microform-settings.js';
export type {Badge, FieldEvent} from './microform-events.js';
export type {FieldName, FieldStyles} from './microform-library.js';
export {createDeviceDataCollection} from './device-data.js';
export type {DeviceDataOptions, PreparedCollection} from './device-data.js';
export {chooseChallengeWindow} from './challenge-window.js';
export type {ChallengeWindowQuestion} from './challenge-window.js';
// `createStepUp` is not here on purpose: './step-up.js' is loaded when the first challenge comes.
export type {StepUpOptions, StepUpDialog, StepUpDialogRequest} from './step-up.js';
