export const PACKAGE_IDS = ['starter', 'pro', 'business', 'enterprise'] as const;
export type PackageId = (typeof PACKAGE_IDS)[number];

export interface CreditPackage {
  id: PackageId;
  name: string;
  credits: number;
  priceUsd: number;
  pricePerCreditUsd: number;
}

/** The packages on sale (contract, section 2.7). */
export const PACKAGES: readonly CreditPackage[] = [
  { id: 'starter', name: 'Starter', credits: 100, priceUsd: 8, pricePerCreditUsd: 0.08 },
  { id: 'pro', name: 'Pro', credits: 500, priceUsd: 35, pricePerCreditUsd: 0.07 },
  { id: 'business', name: 'Business', credits: 2000, priceUsd: 120, pricePerCreditUsd: 0.06 },
  { id: 'enterprise', name: 'Enterprise', credits: 10000, priceUsd: 500, pricePerCreditUsd: 0.05 },
];

export function priceCents({ priceUsd }: CreditPackage): number {
  return Math.round(priceUsd * 100);
}

export function findPackage(id: string): CreditPackage | undefined {
  return PACKAGES.find((candidate) => candidate.id === id);
}

/** Free credits for a new address (contract, section 1). */
export const FREE_CREDITS = 50;
