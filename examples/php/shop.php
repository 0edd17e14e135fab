<?php
// A shop that saves cards, in PHP without a library: site/contract.md says what each route answers.
declare(strict_types=1);

define('SERVICE', getenv('CARD_VAULT_SERVICE') ?: 'http://localhost:4100');
define('SECRET_KEY', getenv('CARD_VAULT_SECRET_KEY') ?: '');
define('PUBLIC_KEY', getenv('CARD_VAULT_PUBLIC_KEY') ?: '');
define('ENTRY_MODE', getenv('CARD_VAULT_ENTRY_MODE') ?: 'flex');
define('ORIGIN', getenv('SHOP_URL') ?: 'http://localhost:3000');
// The folder with card-vault.js; in a shop of your own, node_modules/card-vault/dist or a copy.
define('ASSETS', getenv('CARD_VAULT_ASSETS') ?: dirname(__DIR__, 2) . '/dist');

const PAGE = <<<'HTML'
<!doctype html><html lang="en"><meta charset="utf-8"><title>Cards</title>
<script type="module" src="/assets/card-vault.js"></script>
<form action="/cards" method="post">
  <card-vault session-url="/card-vault/session" name="payment_method" required></card-vault>
  <button>Save card</button>
</form>
HTML;

const RETURN_PAGE = <<<'HTML'
<!doctype html><meta name="card-vault" content="return"><title>Back to the shop</title>
<script>
  if (parent !== window) parent.postMessage({cardVault: 'return', type: 'returned'}, location.origin);
  else {
    const to = new URL(new URLSearchParams(location.search).get('to') || '/', location.origin);
    location.replace(to.origin === location.origin ? to.href : '/');
  }
</script>
HTML;

final class Refusal extends Exception
{
    public function __construct(public readonly int $status, public readonly string $name, string $message)
    {
        parent::__construct($message);
    }
}

/** A stranger's tracker or card looks exactly like one that does not exist. */
function notFound(): Refusal
{
    return new Refusal(404, 'not_found', 'There is no such tracker or card for this shopper.');
}

/** The JSON that the payment service answers. The secret key never leaves this function. */
function service(string $method, string $path, ?array $body = null, ?string $key = null): array
{
    $headers = ['X-SFPY-MERCHANT-SECRET: ' . SECRET_KEY, 'Content-Type: application/json'];
    if ($key !== null) {
        $headers[] = "Idempotency-Key: $key";
    }
    $http = ['method' => $method, 'header' => $headers, 'timeout' => 30, 'ignore_errors' => true, 'follow_location' => 0];
    if ($body !== null) {
        $http['content'] = json_encode((object) $body);
    }
    $stream = @fopen(SERVICE . $path, 'r', false, stream_context_create(['http' => $http]));
    if ($stream === false) {
        throw new Refusal(502, 'service.unreachable', 'The payment service could not be reached.');
    }
    $status = (int) explode(' ', stream_get_meta_data($stream)['wrapper_data'][0])[1];
    $answer = json_decode(stream_get_contents($stream), true);
    if ($status >= 200 && $status < 300 && is_array($answer)) {
        return $answer;
    }
    throw match (true) {
        $status === 404 => notFound(),
        $status === 401, $status === 403
            => new Refusal(502, 'credentials.refused', 'The payment service refuses the keys of this shop.'),
        $status === 409 => new Refusal(409, $answer['code'] ?? 'conflict', 'The payment service cannot do this now.'),
        $status === 429, $status === 503
            => new Refusal(503, 'service.unavailable', 'The payment service cannot answer at the moment.'),
        default => new Refusal(502, 'request.refused', "The payment service answered $status."),
    };
}

function session(array $tracker, array $features): array
{
    $scope = in_array('scoped-tokens', $features, true) ? ['tracker' => $tracker['token'], 'origin' => ORIGIN] : [];
    $token = service('POST', '/client/passport/v1/token', $scope);
    return [
        'tracker' => $tracker['token'],
        'time_based_token' => $token['data'],
        // Where the service names no end, the page renews its token after ten minutes.
        'expires_at' => $token['expires_at'] ?? gmdate('c', time() + 600),
        'is_account_verification' => $tracker['is_account_verification'],
        'entry_mode' => $tracker['entry_mode'],
        'features' => $features,
        'service_url' => SERVICE,
        'merchant' => PUBLIC_KEY,
        'return_url' => '/card-vault/return',
        'token_url' => "/card-vault/session/{$tracker['token']}/token",
        'complete_url' => "/card-vault/session/{$tracker['token']}/complete",
        'payment_methods_url' => '/card-vault/payment-methods',
    ];
}

function openSession(string $customer, ?string $key): array
{
    // A key of another shopper must never meet this one.
    $named = $key === null ? null : 'session-' . hash('sha256', json_encode([$customer, $key]));
    $data = service('POST', '/order/payments/v3/', [
        'user' => $customer, 'merchant_api_key' => PUBLIC_KEY, 'intent' => 'CYBERSOURCE', 'mode' => 'instrument',
        'entry_mode' => ENTRY_MODE, 'currency' => 'USD', 'is_account_verification' => false,
    ], $named)['data'];
    return session($data['tracker'], $data['features'] ?? []);
}

function ownPayment(string $tracker, string $customer): array
{
    $payment = service('GET', "/reporter/api/v1/payments/$tracker")['data'];
    return $payment['customer']['token'] === $customer ? $payment : throw notFound();
}

function renewSession(string $tracker, string $customer): array
{
    $payment = ownPayment($tracker, $customer);
    return session($payment, $payment['features'] ?? []);
}

function isReversed(array $payment): bool
{
    return array_filter($payment['attempts'], fn (array $attempt) => isset($attempt['reversal'])) !== [];
}

function complete(string $tracker, string $customer): array
{
    $payment = ownPayment($tracker, $customer);
    $due = $payment['next_actions'][$payment['intent']]['kind'];
    if (in_array($due, ['REVERSAL', 'CAPTURE'], true) && !isReversed($payment)) {
        // The amount was held to save the card: nothing is bought.
        service('POST', "/order/payments/v3/$tracker/reversal", [], "reversal-$tracker");
        $payment = ownPayment($tracker, $customer);
    }
    $method = $payment['payment_method'] ?? null;
    $answer = ['tracker' => $tracker, 'payment_method' => $method, 'reversed' => isReversed($payment)];
    return $method !== null ? $answer : $answer + [
        'code' => 'payment.not_completed',
        'message' => 'No payment method was saved with this tracker.',
    ];
}

function card(array $item): array
{
    return [
        'token' => $item['token'],
        'brand' => (string) ($item['cybersource']['scheme'] ?? 'unknown'),
        'last_four' => $item['cybersource']['last_four'],
        'expiration_month' => $item['cybersource']['expiry_month'] ?? null,
        'expiration_year' => $item['cybersource']['expiry_year'] ?? null,
        'single_use' => $item['max_usage'] === 1,
        'is_default' => $item['is_default'] ?? false,
    ];
}

function wallet(string $customer): array
{
    $items = service('GET', "/user/customers/v1/$customer/wallet/")['data']['wallet'] ?? [];
    // A guest's card may be charged once.
    $isUsedUp = fn (array $item) => $item['max_usage'] !== null && $item['usage_count'] >= $item['max_usage'];
    $left = array_filter($items, fn (array $item) => !$item['is_deleted'] && !$isUsedUp($item));
    return array_map(card(...), array_values($left));
}

function changeCard(string $token, string $customer, array $body): array
{
    if (!is_bool($body['is_default'] ?? null)) {
        throw new Refusal(400, 'request.invalid', 'Send {"is_default": true} or {"is_default": false}.');
    }
    $change = ['is_default' => $body['is_default']];
    return ['payment_method' => card(service('PUT', "/user/customers/v1/$customer/wallet/$token", $change)['data'])];
}

function removeCard(string $token, string $customer): array
{
    service('DELETE', "/user/customers/v1/$customer/wallet/$token");
    return ['deleted' => true];
}

/** The JSON object that a page of this shop sends. */
function ownPage(): array
{
    if (($_SERVER['HTTP_ORIGIN'] ?? '') !== ORIGIN) {
        $must = 'Requests that change something must come from a page of ' . ORIGIN . '.';
        throw new Refusal(403, 'request.cross_site', $must);
    }
    if ((int) ($_SERVER['HTTP_CONTENT_LENGTH'] ?? $_SERVER['CONTENT_LENGTH'] ?? 0) > 16_384) {
        throw new Refusal(413, 'request.too_large', 'The body must be at most 16 kB of JSON.');
    }
    $content = file_get_contents('php://input', false, null, 0, 16_384) ?: '';
    $type = $_SERVER['HTTP_CONTENT_TYPE'] ?? $_SERVER['CONTENT_TYPE'] ?? '';
    if ($content !== '' && !preg_match('~^application/json\s*(;|$)~i', $type)) {
        throw new Refusal(415, 'request.content_type', 'Send application/json.');
    }
    $body = $content === '' ? [] : json_decode($content, true);
    return is_array($body) ? $body : throw new Refusal(400, 'request.not_json', 'Send a JSON object.');
}

function customer(): string
{
    return $_SESSION['customer'] ?? throw new Refusal(401, 'login.required', 'The shopper is not signed in.');
}

/** What the contract says for a route below /card-vault. */
function ownAnswer(string $method, string $path): array
{
    $body = $method === 'GET' ? [] : ownPage();
    if ("$method $path" === 'POST /session') {
        return openSession(customer(), $_SERVER['HTTP_IDEMPOTENCY_KEY'] ?? null);
    }
    if ($method === 'POST' && preg_match('~^/session/([\w-]{1,128})/(token|complete)$~', $path, $found)) {
        return $found[2] === 'token' ? renewSession($found[1], customer()) : complete($found[1], customer());
    }
    if ("$method $path" === 'GET /payment-methods') {
        return ['payment_methods' => wallet(customer())];
    }
    if ($method === 'PUT' && preg_match('~^/payment-methods/([\w-]{1,128})$~', $path, $found)) {
        return changeCard($found[1], customer(), $body);
    }
    if ($method === 'DELETE' && preg_match('~^/payment-methods/([\w-]{1,128})$~', $path, $found)) {
        return removeCard($found[1], customer());
    }
    throw new Refusal(404, 'route.not_found', 'There is no such route.');
}

function send(int $status, string $content, string $type = 'application/json'): void
{
    http_response_code($status);
    header("Content-Type: $type");
    header('Cache-Control: no-store');
    echo $content;
}

/** Stands for the login of your shop: each new browser is a new shopper, with a customer at the service. */
function login(): void
{
    $_SESSION['customer'] ??= service('POST', '/user/customers/v1/', [
        'first_name' => 'Ada', 'last_name' => 'Byron', 'email' => 'ada@shop.example',
        'phone_number' => '+15550100', 'country' => 'US',
    ])['data']['token'];
}

function shopPage(string $method, string $path): void
{
    $assets = '~^/assets/(card-vault(?:-list|/[\w.-]+)?\.js|first-paint\.css)$~';
    $asset = preg_match($assets, $path, $found) ? ASSETS . "/$found[1]" : '';
    if ($asset !== '' && is_file($asset)) {
        send(200, file_get_contents($asset), str_ends_with($asset, '.css') ? 'text/css' : 'text/javascript');
    } elseif ("$method $path" === 'GET /') {
        login();
        send(200, PAGE, 'text/html; charset=utf-8');
    } elseif ("$method $path" === 'POST /cards' && ($_SERVER['HTTP_ORIGIN'] ?? '') === ORIGIN) {
        // A token in a form can be made up.
        $saved = array_values(array_filter(
            wallet(customer()),
            fn (array $card) => $card['token'] === ($_POST['payment_method'] ?? ''),
        ))[0] ?? null;
        $says = $saved ? "Saved: {$saved['brand']} •••• {$saved['last_four']}" : 'Please enter your card again.';
        send($saved ? 200 : 422, $says, 'text/plain; charset=utf-8');
    } else {
        throw new Refusal(404, 'route.not_found', 'There is no such page.');
    }
}

$method = $_SERVER['REQUEST_METHOD'];
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) ?: '/';
try {
    if ($path === '/card-vault/return') {
        send(200, RETURN_PAGE, 'text/html; charset=utf-8');
        return;
    }
    session_start(['use_strict_mode' => 1, 'cookie_httponly' => 1, 'cookie_samesite' => 'Lax', 'cache_limiter' => '']);
    if (str_starts_with($path, '/card-vault/')) {
        send(200, json_encode(ownAnswer($method, substr($path, strlen('/card-vault')))));
    } else {
        shopPage($method, $path);
    }
} catch (Refusal $refusal) {
    send($refusal->status, json_encode(['code' => $refusal->name, 'message' => $refusal->getMessage()]));
}
