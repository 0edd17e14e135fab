import {ServiceError} from '../errors.js';

export const planNotFound = () => new ServiceError(404, 'plan.not_found', 'plan not found');
