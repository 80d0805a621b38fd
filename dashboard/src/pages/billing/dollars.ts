// Prices are in US dollars. Rates go down to a tenth of a cent.
export function dollars(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : amount > 0 && amount < 0.1 ? 3 : 2;
  return amount.toLocaleString('en', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
