import type {APIRoute} from 'astro';
import {vault} from '../../lib/vault';

export const ALL: APIRoute = ({request}) => vault.handle(request);
