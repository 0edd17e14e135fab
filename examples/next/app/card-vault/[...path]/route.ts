import {vault} from '../../../lib/vault';

const handle = (request: Request) => vault.handle(request);
export {handle as GET, handle as POST, handle as PUT, handle as DELETE};
