"""A shop that saves cards, in Python's standard library alone: site/contract.md says what each route answers."""
import hashlib
import json
import os
import re
import secrets
import threading
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

SERVICE = os.environ.get('CARD_VAULT_SERVICE', 'http://localhost:4100')
SECRET_KEY = os.environ['CARD_VAULT_SECRET_KEY']
PUBLIC_KEY = os.environ['CARD_VAULT_PUBLIC_KEY']
ENTRY_MODE = os.environ.get('CARD_VAULT_ENTRY_MODE', 'flex')
ORIGIN = os.environ.get('SHOP_URL', 'http://localhost:3000')
# The folder with card-vault.js; in a shop of your own, node_modules/card-vault/dist or a copy.
ASSETS = Path(os.environ.get('CARD_VAULT_ASSETS', Path(__file__).parents[2] / 'dist'))

# Customers by the shop's own login. Yours are in a database.
customers = {}
completing = threading.Lock()

PAGE = '''<!doctype html><html lang="en"><meta charset="utf-8"><title>Cards</title>
<script type="module" src="/assets/card-vault.js"></script>
<form action="/cards" method="post">
  <card-vault session-url="/card-vault/session" name="payment_method" required></card-vault>
  <button>Save card</button>
</form>'''

RETURN_PAGE = '''<!doctype html><meta name="card-vault" content="return"><title>Back to the shop</title>
<script>
  if (parent !== window) parent.postMessage({cardVault: 'return', type: 'returned'}, location.origin);
  else {
    const to = new URL(new URLSearchParams(location.search).get('to') || '/', location.origin);
    location.replace(to.origin === location.origin ? to.href : '/');
  }
</script>'''


class Refusal(Exception):
    def __init__(self, status, code, message):
        super().__init__(message)
        self.status, self.code = status, code


def not_found():
    """A stranger's tracker or card looks exactly like one that does not exist."""
    return Refusal(404, 'not_found', 'There is no such tracker or card for this shopper.')


def service(method, path, body=None, key=None):
    """The JSON that the payment service answers. The secret key never leaves this function."""
    headers = {'X-SFPY-MERCHANT-SECRET': SECRET_KEY, 'Content-Type': 'application/json'}
    if key:
        headers['Idempotency-Key'] = key
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(SERVICE + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        code = re.search(rb'"code":"([a-z_.]+)"', error.read())
        if error.code == 404:
            raise not_found()
        if error.code in (401, 403):
            raise Refusal(502, 'credentials.refused', 'The payment service refuses the keys of this shop.')
        if error.code == 409 and code:
            raise Refusal(409, code[1].decode(), 'The payment service cannot do this now.')
        if error.code in (429, 503):
            raise Refusal(503, 'service.unavailable', 'The payment service cannot answer at the moment.')
        raise Refusal(502, 'request.refused', f'The payment service answered {error.code}.')
    except OSError:
        raise Refusal(502, 'service.unreachable', 'The payment service could not be reached.')


def in_ten_minutes():
    return (datetime.now(timezone.utc) + timedelta(minutes=10)).isoformat()


def session(tracker, features):
    scope = {'tracker': tracker['token'], 'origin': ORIGIN} if 'scoped-tokens' in features else {}
    token = service('POST', '/client/passport/v1/token', scope)
    own = f"/card-vault/session/{tracker['token']}"
    return {
        'tracker': tracker['token'],
        'time_based_token': token['data'],
        # Where the service names no end, the page renews its token after ten minutes.
        'expires_at': token.get('expires_at') or in_ten_minutes(),
        'is_account_verification': tracker['is_account_verification'],
        'entry_mode': tracker['entry_mode'],
        'features': features,
        'service_url': SERVICE,
        'merchant': PUBLIC_KEY,
        'return_url': '/card-vault/return',
        'token_url': own + '/token',
        'complete_url': own + '/complete',
        'payment_methods_url': '/card-vault/payment-methods',
    }


def open_session(customer, key):
    # A key of another shopper must never meet this one.
    named = key and 'session-' + hashlib.sha256(json.dumps([customer, key]).encode()).hexdigest()
    data = service('POST', '/order/payments/v3/', {
        'user': customer, 'merchant_api_key': PUBLIC_KEY, 'intent': 'CYBERSOURCE', 'mode': 'instrument',
        'entry_mode': ENTRY_MODE, 'currency': 'USD', 'is_account_verification': False,
    }, named)['data']
    return session(data['tracker'], data.get('features', []))


def own_payment(tracker, customer):
    payment = service('GET', f'/reporter/api/v1/payments/{tracker}')['data']
    if payment['customer']['token'] != customer:
        raise not_found()
    return payment


def renew_session(tracker, customer):
    payment = own_payment(tracker, customer)
    return session(payment, payment.get('features', []))


def is_reversed(payment):
    return any(attempt.get('reversal') for attempt in payment['attempts'])


def complete(tracker, customer):
    with completing:
        payment = own_payment(tracker, customer)
        due = payment['next_actions'][payment['intent']]['kind']
        if due in ('REVERSAL', 'CAPTURE') and not is_reversed(payment):
            # The amount was held to save the card: nothing is bought.
            service('POST', f'/order/payments/v3/{tracker}/reversal', {}, f'reversal-{tracker}')
            payment = own_payment(tracker, customer)
    answer = {'tracker': tracker, 'payment_method': payment.get('payment_method'), 'reversed': is_reversed(payment)}
    if answer['payment_method'] is None:
        answer |= {'code': 'payment.not_completed', 'message': 'No payment method was saved with this tracker.'}
    return answer


def card(item):
    return {
        'token': item['token'],
        'brand': str(item['cybersource'].get('scheme') or 'unknown'),
        'last_four': item['cybersource']['last_four'],
        'expiration_month': item['cybersource'].get('expiry_month'),
        'expiration_year': item['cybersource'].get('expiry_year'),
        'single_use': item['max_usage'] == 1,
        'is_default': item.get('is_default', False),
    }


def is_used_up(item):
    """A guest's card may be charged once."""
    return item['max_usage'] is not None and item['usage_count'] >= item['max_usage']


def wallet(customer):
    items = service('GET', f'/user/customers/v1/{customer}/wallet/')['data']['wallet'] or []
    return [card(item) for item in items if not item['is_deleted'] and not is_used_up(item)]


def change_card(token, customer, body):
    if not isinstance(body.get('is_default'), bool):
        raise Refusal(400, 'request.invalid', 'Send {"is_default": true} or {"is_default": false}.')
    path = f'/user/customers/v1/{customer}/wallet/{token}'
    return {'payment_method': card(service('PUT', path, {'is_default': body['is_default']})['data'])}


def remove_card(token, customer):
    service('DELETE', f'/user/customers/v1/{customer}/wallet/{token}')
    return {'deleted': True}


class Shop(BaseHTTPRequestHandler):
    # Seconds for which a browser may send nothing.
    timeout = 30

    def send(self, status, body, content_type='application/json', headers=()):
        content = body if isinstance(body, bytes) else body.encode()
        self.send_response(status)
        for name, value in [('Content-Type', content_type), ('Content-Length', str(len(content))),
                            ('Cache-Control', 'no-store'), *headers]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def customer(self):
        cookie = SimpleCookie(self.headers.get('Cookie', '')).get('shopper')
        found = customers.get(cookie.value) if cookie else None
        if found is None:
            raise Refusal(401, 'login.required', 'The shopper is not signed in.')
        return found

    def content(self):
        """The bytes of a body, which is read before it is known who sends it."""
        said = self.headers.get('Content-Length') or '0'
        length = int(said) if said.isascii() and said.isdigit() else 16_385
        if length > 16_384:
            self.close_connection = True
            raise Refusal(413, 'request.too_large', 'The body must be at most 16 kB of JSON.')
        return self.rfile.read(length)

    def own_page(self):
        """The JSON object that a page of this shop sends."""
        content = self.content()
        if self.headers.get('Origin') != ORIGIN:
            raise Refusal(403, 'request.cross_site', f'Requests that change something must come from a page of {ORIGIN}.')
        if content and self.headers.get_content_type() != 'application/json':
            raise Refusal(415, 'request.content_type', 'Send application/json.')
        try:
            body = json.loads(content or '{}')
        except ValueError:
            body = None
        if not isinstance(body, dict):
            raise Refusal(400, 'request.not_json', 'Send a JSON object.')
        return body

    def own_answer(self, method, path):
        """What the contract says for this route; nothing for a route of the shop's own."""
        body = self.own_page() if method != 'GET' else {}
        if (method, path) == ('POST', '/session'):
            return open_session(self.customer(), self.headers.get('Idempotency-Key'))
        tracker = re.fullmatch(r'/session/([\w-]{1,128})/(token|complete)', path)
        if tracker and method == 'POST':
            return {'token': renew_session, 'complete': complete}[tracker[2]](tracker[1], self.customer())
        if (method, path) == ('GET', '/payment-methods'):
            return {'payment_methods': wallet(self.customer())}
        method_token = re.fullmatch(r'/payment-methods/([\w-]{1,128})', path)
        if method_token and method == 'PUT':
            return change_card(method_token[1], self.customer(), body)
        if method_token and method == 'DELETE':
            return remove_card(method_token[1], self.customer())
        raise Refusal(404, 'route.not_found', 'There is no such route.')

    def handle_request(self):
        path = urlsplit(self.path).path
        try:
            if path == '/card-vault/return':
                self.content()
                self.send(200, RETURN_PAGE, 'text/html; charset=utf-8')
            elif path.startswith('/card-vault/'):
                answer = self.own_answer(self.command, path.removeprefix('/card-vault'))
                self.send(200, json.dumps(answer))
            else:
                self.shop_page(self.command, path)
        except Refusal as refusal:
            self.send(refusal.status, json.dumps({'code': refusal.code, 'message': str(refusal)}))
        except ConnectionError:
            # The browser is gone. It asks again under the same key.
            self.close_connection = True

    do_GET = do_POST = do_PUT = do_DELETE = handle_request

    def shop_page(self, method, path):
        asset = re.fullmatch(r'/assets/(card-vault(?:-list|/[\w.-]+)?\.js|first-paint\.css)', path)
        if asset and (ASSETS / asset[1]).is_file():
            kind = 'text/css' if path.endswith('.css') else 'text/javascript'
            self.send(200, (ASSETS / asset[1]).read_bytes(), kind)
        elif (method, path) == ('GET', '/'):
            self.send(200, PAGE, 'text/html; charset=utf-8', self.login())
        elif (method, path) == ('POST', '/cards') and self.headers.get('Origin') == ORIGIN:
            posted = parse_qs(self.content().decode()).get('payment_method', [''])[0]
            # A token in a form can be made up.
            saved = next((one for one in wallet(self.customer()) if one['token'] == posted), None)
            says = f"Saved: {saved['brand']} •••• {saved['last_four']}" if saved else 'Please enter your card again.'
            self.send(200 if saved else 422, says, 'text/plain; charset=utf-8')
        else:
            raise Refusal(404, 'route.not_found', 'There is no such page.')

    def login(self):
        """Stands for the login of your shop: each new browser is a new shopper, with a customer at the service."""
        cookie = SimpleCookie(self.headers.get('Cookie', '')).get('shopper')
        if cookie and cookie.value in customers:
            return ()
        name = secrets.token_urlsafe()
        customers[name] = service('POST', '/user/customers/v1/', {
            'first_name': 'Ada', 'last_name': 'Byron', 'email': 'ada@shop.example',
            'phone_number': '+15550100', 'country': 'US',
        })['data']['token']
        return [('Set-Cookie', f'shopper={name}; HttpOnly; SameSite=Lax; Path=/')]

    def log_message(self, *_):
        """Logs nothing: an address may hold what is the shopper's own."""


if __name__ == '__main__':
    address = urlsplit(ORIGIN)
    # Behind a proxy PORT and HOST say where this process listens.
    listens_at = (os.environ.get('HOST', 'localhost'), int(os.environ.get('PORT') or address.port or 3000))
    server = ThreadingHTTPServer(listens_at, Shop)
    print(f'The shop is at {ORIGIN}', flush=True)
    server.serve_forever()
