import {Hono} from 'hono';
import {ServiceError} from '../../platform/errors.js';
import type {ServiceEnv} from '../../platform/http/env.js';
import {asset, ownScriptHeaders} from '../../platform/pages/assets.js';
import {dashboardHeaders, dashboardPage, icon, iconPath} from './page.js';

/** The dashboard at the root of the API origin, and its script. Its data comes from `/sandbox/v1/…`. */
export function dashboardRoutes(): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>({strict: false});
  routes.get('/', (c) => c.body(dashboardPage(), 200, {...dashboardHeaders}));
  routes.get(iconPath, (c) => c.body(icon, 200, {...ownScriptHeaders, 'content-type': 'image/svg+xml'}));
  routes.get('/dashboard/:version/dashboard.js', (c) => {
    const {body, version} = asset('dashboard');
    if (c.req.param('version') !== version) {
      throw new ServiceError(404, 'not_found', 'There is nothing at this address.');
    }
    return c.body(body, 200, {...ownScriptHeaders});
  });
  // Also for a shop's test page, whose server forwards it. Its address does not change with its content, so
  // it must not be cached.
  routes.get('/dashboard/calendar.js', (c) =>
    c.body(asset('calendar').body, 200, {...ownScriptHeaders, 'cache-control': 'no-cache'}),
  );
  return routes;
}
