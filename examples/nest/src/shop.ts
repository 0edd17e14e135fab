import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Module,
  Post,
  Res,
  UnprocessableEntityException,
} from '@nestjs/common';
import type {Response} from 'express';
import {customerIn, shopper} from './login.js';
import {vault} from './vault.js';

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cards</title>
<script type="module" src="/assets/card-vault.js"></script>
<link rel="stylesheet" href="/assets/first-paint.css">
<form action="/cards" method="post">
  <h1>Your card</h1>
  <card-vault session-url="/card-vault/session" name="payment_method" required></card-vault>
  <button>Save card</button>
</form>`;

@Controller()
class CardsController {
  @Get()
  show(): string {
    return page;
  }

  @Get('login')
  async login(@Res() response: Response): Promise<void> {
    const {token} = await vault.client.customers.create(shopper);
    response.cookie('shopper', token, {httpOnly: true, sameSite: 'lax'}).redirect('/');
  }

  @Post('cards')
  @HttpCode(200)
  async keep(
    @Headers('cookie') cookies: string | undefined,
    @Body('payment_method') token: string,
  ): Promise<string> {
    const customer = customerIn(cookies);
    const card = customer && (await vault.verify(token, customer)); // a token can be made up
    if (!card) throw new UnprocessableEntityException('Please enter your card again.');
    return `Saved: ${card.brand} •••• ${card.lastFour}`;
  }
}

@Module({controllers: [CardsController]})
export class ShopModule {}
