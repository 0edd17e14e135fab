import {Hono} from 'hono';
import {ServiceError} from '../../platform/errors.js';
import type {ServiceEnv} from '../../platform/http/env.js';
import {asset, ownScriptHeaders} from '../../platform/pages/assets.js';
import {dashboardHeaders, dashboardPage, icon, iconPath} from './page.js';

/**
 * The dashboard at the root of the API origin, and its script. The script reads its data from
 * `/sandbox/v1/…`.
 *
 * @param rehearsal - How events are signed, if the service answers as the recorded one.
 */
export function dashboardRoutes(rehearsal: string | undefined): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>({strict: false});
  routes.get('/', (c) => c.body(dashboardPage(rehearsal), 200, dashboardHeaders));
  routes.get(iconPath, (c) => c.body(icon, 200, {...ownScriptHeaders, 'content-type': 'image/svg+xml'}));
  routes.get('/dashboard/:version/dashboard.js', (c) => {
    const {body, version} = asset('dashboard');
    if (c.req.param('version') !== version) {
      throw new ServiceError(404, 'not_found', 'There is no file at this address.');
    }
    return c.body(body, 200, ownScriptHeaders);
  });
  // The calendar alone, for a shop's test page, which loads it through the shop's server. The path has no
  // version in it, so browsers must check for a new one each time.
  routes.get('/dashboard/calendar.js', (c) =>
    c.body(asset('calendar').body, 200, {...ownScriptHeaders, 'cache-control': 'no-cache'}),
  );
  return routes;
}
