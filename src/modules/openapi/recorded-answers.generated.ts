// Made by test/reference/answers.spec.ts with RECORD_ANSWERS=1: answers that the service gave there. Not to be edited.

import type { RecordedAnswers } from './recorded-answers.js';

export const RECORDED: RecordedAnswers = {
  "requestAccess": {
    "200": {
      "message": "A six-digit code is on its way. Send it to POST /v1/auth/verify-access.",
      "email": "you@example.com",
      "expires_in_seconds": 900
    }
  },
  "verifyAccess": {
    "200": {
      "api_key": "stnd_anExampleOfAKey00000000000000000",
      "key_id": "key_01m82y9nawe6dt70c3652dht82",
      "label": "key-1795395212"
    }
  },
  "checkLive": {
    "200": {
      "status": "ok"
    }
  },
  "checkReady": {
    "200": {
      "status": "ok",
      "checks": {
        "postgres": {
          "status": "up"
        },
        "migrations": {
          "status": "up"
        },
        "queue": {
          "status": "up",
          "waiting": 0,
          "oldest_seconds": 0
        },
        "ledger": {
          "status": "up",
          "balanced": null
        }
      }
    }
  },
  "checkHealth": {
    "200": {
      "live": true,
      "uptime_seconds": 16,
      "status": "ok",
      "checks": {
        "postgres": {
          "status": "up"
        },
        "migrations": {
          "status": "up"
        },
        "queue": {
          "status": "up",
          "waiting": 0,
          "oldest_seconds": 0
        },
        "ledger": {
          "status": "up",
          "balanced": null
        }
      }
    }
  },
  "getConfig": {
    "200": {
      "service": "Standing",
      "version": "0.1.0",
      "registry_mode": "sandbox",
      "credits": {
        "quick": 1,
        "deep": 15,
        "deep_force_refresh": 25,
        "search_per_jurisdiction": 2,
        "history": 5
      },
      "packages": [
        {
          "package_id": "starter",
          "name": "Starter",
          "credits": 100,
          "price_usd": 8,
          "price_per_credit_usd": 0.08
        },
        {
          "package_id": "pro",
          "name": "Pro",
          "credits": 500,
          "price_usd": 35,
          "price_per_credit_usd": 0.07
        }
      ],
      "limits": {
        "requests_per_minute": 100000,
        "free_credits": 50,
        "job_attempts": 3,
        "idempotency_key_length": 128,
        "one_time_code_seconds": 900,
        "wait_seconds": 25,
        "search_jurisdictions": 10
      },
      "jurisdictions": [
        {
          "code": "us-co",
          "name": "Colorado",
          "country": "us",
          "active": true,
          "tiers": [
            "quick",
            "deep"
          ],
          "coverage": "all",
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://data.colorado.gov/d/4ykn-tg5h",
            "licence": "Public domain"
          },
          "source_status": "operational",
          "sample_names": [
            "Imaginary Lanterns LLC",
            "Storybook Gear Works, Inc."
          ]
        },
        {
          "code": "us-ct",
          "name": "Connecticut",
          "country": "us",
          "active": true,
          "tiers": [
            "quick",
            "deep"
          ],
          "coverage": "all",
          "source": {
            "name": "Connecticut Secretary of the State, Business Registry",
            "url": "https://data.ct.gov/d/n7gp-d28j",
            "licence": "Public domain"
          },
          "source_status": "operational",
          "sample_names": [
            "Pretend Teapots LLC",
            "Storybook Gear Works, Inc."
          ]
        }
      ]
    }
  },
  "listJurisdictions": {
    "200": {
      "jurisdictions": [
        {
          "code": "us-co",
          "name": "Colorado",
          "country": "us",
          "active": true,
          "tiers": [
            "quick",
            "deep"
          ],
          "coverage": "all",
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://data.colorado.gov/d/4ykn-tg5h",
            "licence": "Public domain"
          },
          "source_status": "operational",
          "sample_names": [
            "Imaginary Lanterns LLC",
            "Storybook Gear Works, Inc."
          ]
        },
        {
          "code": "us-ct",
          "name": "Connecticut",
          "country": "us",
          "active": true,
          "tiers": [
            "quick",
            "deep"
          ],
          "coverage": "all",
          "source": {
            "name": "Connecticut Secretary of the State, Business Registry",
            "url": "https://data.ct.gov/d/n7gp-d28j",
            "licence": "Public domain"
          },
          "source_status": "operational",
          "sample_names": [
            "Pretend Teapots LLC",
            "Storybook Gear Works, Inc."
          ]
        }
      ]
    }
  },
  "verifyBusiness": {
    "200": {
      "status": "completed",
      "job_id": "job_01m82y9nnbfym8c7y865zbkd5p",
      "entity_id": "ent_01m82y9npbek0th03pgtpyhqqr",
      "data": {
        "entity_name": "Imaginary Lanterns LLC",
        "status": "active",
        "status_detail": "Good Standing",
        "good_standing": true,
        "entity_type": "Domestic Limited Liability Company",
        "jurisdiction": "us-co",
        "formation_date": "2001-02-02",
        "confidence": 100,
        "jurisdiction_id": "20019000001",
        "registered_agent": {
          "name": "Nowhere Registered Agents LLC",
          "address": {
            "line1": "400 Nowhere Plaza",
            "line2": null,
            "city": "Imaginary Springs",
            "region": "CO",
            "postal_code": "80000",
            "country": "US"
          }
        },
        "officers": null,
        "principal_address": {
          "line1": "1 Imaginary Street",
          "line2": null,
          "city": "Nowhere Falls",
          "region": "CO",
          "postal_code": "80001",
          "country": "US"
        },
        "filing_history_summary": {
          "total_filings": 4,
          "last_filing_date": "2025-03-15",
          "recent_filings": [
            {
              "date": "2025-03-15",
              "type": "Periodic Report"
            },
            {
              "date": "2024-03-15",
              "type": "Periodic Report"
            }
          ]
        },
        "tier": "deep",
        "match": {
          "method": "exact",
          "matched_name": "Imaginary Lanterns LLC"
        },
        "source": {
          "name": "Colorado Secretary of State, Business Entities in Colorado",
          "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
          "licence": "Public domain",
          "retrieved_at": "2026-11-23T00:53:33.002Z",
          "coverage": "all",
          "sandbox": true
        }
      }
    },
    "202": {
      "status": "pending",
      "job_id": "job_01m82y9ngvef4vz1d8axd3efq6"
    }
  },
  "getVerificationStatus": {
    "200": {
      "status": "processing",
      "job_id": "job_01m82y9ngvef4vz1d8axd3efq6"
    }
  },
  "getEntity": {
    "200": {
      "entity_id": "ent_01m82y9npbek0th03pgtpyhqqr",
      "entity_name": "Imaginary Lanterns LLC",
      "status": "active",
      "status_detail": "Good Standing",
      "good_standing": true,
      "entity_type": "Domestic Limited Liability Company",
      "jurisdiction": "us-co",
      "formation_date": "2001-02-02",
      "confidence": 100,
      "jurisdiction_id": "20019000001",
      "registered_agent": {
        "name": "Nowhere Registered Agents LLC",
        "address": {
          "line1": "400 Nowhere Plaza",
          "line2": null,
          "city": "Imaginary Springs",
          "region": "CO",
          "postal_code": "80000",
          "country": "US"
        }
      },
      "officers": null,
      "principal_address": {
        "line1": "1 Imaginary Street",
        "line2": null,
        "city": "Nowhere Falls",
        "region": "CO",
        "postal_code": "80001",
        "country": "US"
      },
      "filing_history_summary": {
        "total_filings": 4,
        "last_filing_date": "2025-03-15",
        "recent_filings": [
          {
            "date": "2025-03-15",
            "type": "Periodic Report"
          },
          {
            "date": "2024-03-15",
            "type": "Periodic Report"
          }
        ]
      },
      "tier": "deep",
      "match": {
        "method": "exact",
        "matched_name": "Imaginary Lanterns LLC"
      },
      "source": {
        "name": "Colorado Secretary of State, Business Entities in Colorado",
        "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
        "licence": "Public domain",
        "retrieved_at": "2026-11-23T00:53:33.002Z",
        "coverage": "all",
        "sandbox": true
      },
      "last_verified_at": "2026-11-23T00:53:33.002Z",
      "snapshots": 1
    }
  },
  "getEntityHistory": {
    "200": {
      "entity_id": "ent_01m82y9npbek0th03pgtpyhqqr",
      "snapshots": [
        {
          "snapshot_id": "snp_01m82y9npafadt94ecrwqmetqq",
          "verified_at": "2026-11-23T00:53:33.002Z",
          "tier": "quick",
          "changes": [],
          "data": {
            "entity_name": "Imaginary Lanterns LLC",
            "status": "active",
            "status_detail": "Good Standing",
            "good_standing": true,
            "entity_type": "Domestic Limited Liability Company",
            "jurisdiction": "us-co",
            "formation_date": "2001-02-02",
            "confidence": 100,
            "jurisdiction_id": "20019000001",
            "tier": "quick",
            "match": {
              "method": "exact",
              "matched_name": "Imaginary Lanterns LLC"
            },
            "source": {
              "name": "Colorado Secretary of State, Business Entities in Colorado",
              "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
              "licence": "Public domain",
              "retrieved_at": "2026-11-23T00:53:33.002Z",
              "coverage": "all",
              "sandbox": true
            }
          }
        }
      ],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 1
      }
    }
  },
  "searchEntities": {
    "200": {
      "status": "completed",
      "search_id": "srch_01m82ya3b7fkssnr3f56bcnckg",
      "results": [
        {
          "entity_id": "ent_01m82y9npbek0th03pgtpyhqqr",
          "entity_name": "Imaginary Lanterns LLC",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Domestic Limited Liability Company",
          "jurisdiction": "us-co",
          "formation_date": "2001-02-02",
          "confidence": 15,
          "jurisdiction_id": "20019000001",
          "tier": "quick",
          "match": {
            "method": "fuzzy",
            "matched_name": "Imaginary Lanterns LLC"
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-23T00:53:47.267Z",
            "coverage": "all",
            "sandbox": true
          }
        },
        {
          "entity_id": "ent_01m82ya3kfedmtbxxq79h0hzkj",
          "entity_name": "Fabled Selkie Lanterns Inc.",
          "status": "active",
          "status_detail": null,
          "good_standing": null,
          "entity_type": "DOMESTIC BUSINESS CORPORATION",
          "jurisdiction": "us-ny",
          "formation_date": "1955-03-11",
          "confidence": 12,
          "jurisdiction_id": "9000038",
          "tier": "quick",
          "match": {
            "method": "fuzzy",
            "matched_name": "Fabled Selkie Lanterns Inc."
          },
          "source": {
            "name": "New York Department of State, Active Corporations",
            "url": "https://data.ny.gov/d/n9v6-gdp6",
            "licence": "OPEN NY Terms of Use",
            "retrieved_at": "2026-11-23T00:53:47.246Z",
            "coverage": "active_only",
            "sandbox": true
          }
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m82ya3b7f53r5aqrye4wrmxj",
          "jurisdiction": "us-co",
          "status": "completed"
        },
        {
          "job_id": "job_01m82ya3b7f6p9jjyagj5ejv5q",
          "jurisdiction": "us-ny",
          "status": "completed"
        }
      ],
      "job_ids": [
        "job_01m82ya3b7f53r5aqrye4wrmxj",
        "job_01m82ya3b7f6p9jjyagj5ejv5q"
      ],
      "jurisdictions_failed": [],
      "failures": [],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 9
      }
    },
    "202": {
      "status": "pending",
      "search_id": "srch_01m82ya395egta86ta4mhf4wcf",
      "results": [],
      "jobs": [
        {
          "job_id": "job_01m82ya395ex2a5b9715kkkjvn",
          "jurisdiction": "us-co",
          "status": "pending"
        },
        {
          "job_id": "job_01m82ya395ex0rvqqchw15hvk4",
          "jurisdiction": "us-ny",
          "status": "pending"
        }
      ],
      "job_ids": [
        "job_01m82ya395ex2a5b9715kkkjvn",
        "job_01m82ya395ex0rvqqchw15hvk4"
      ],
      "jurisdictions_failed": [],
      "failures": [],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 0
      }
    }
  },
  "getSearch": {
    "200": {
      "status": "completed",
      "search_id": "srch_01m82ya395egta86ta4mhf4wcf",
      "results": [
        {
          "entity_id": "ent_01m82y9npbek0th03pgtpyhqqr",
          "entity_name": "Imaginary Lanterns LLC",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Domestic Limited Liability Company",
          "jurisdiction": "us-co",
          "formation_date": "2001-02-02",
          "confidence": 15,
          "jurisdiction_id": "20019000001",
          "tier": "quick",
          "match": {
            "method": "fuzzy",
            "matched_name": "Imaginary Lanterns LLC"
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-23T00:53:47.267Z",
            "coverage": "all",
            "sandbox": true
          }
        },
        {
          "entity_id": "ent_01m82ya3kfedmtbxxq79h0hzkj",
          "entity_name": "Fabled Selkie Lanterns Inc.",
          "status": "active",
          "status_detail": null,
          "good_standing": null,
          "entity_type": "DOMESTIC BUSINESS CORPORATION",
          "jurisdiction": "us-ny",
          "formation_date": "1955-03-11",
          "confidence": 12,
          "jurisdiction_id": "9000038",
          "tier": "quick",
          "match": {
            "method": "fuzzy",
            "matched_name": "Fabled Selkie Lanterns Inc."
          },
          "source": {
            "name": "New York Department of State, Active Corporations",
            "url": "https://data.ny.gov/d/n9v6-gdp6",
            "licence": "OPEN NY Terms of Use",
            "retrieved_at": "2026-11-23T00:53:47.246Z",
            "coverage": "active_only",
            "sandbox": true
          }
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m82ya395ex2a5b9715kkkjvn",
          "jurisdiction": "us-co",
          "status": "completed"
        },
        {
          "job_id": "job_01m82ya395ex0rvqqchw15hvk4",
          "jurisdiction": "us-ny",
          "status": "completed"
        }
      ],
      "job_ids": [
        "job_01m82ya395ex2a5b9715kkkjvn",
        "job_01m82ya395ex0rvqqchw15hvk4"
      ],
      "jurisdictions_failed": [],
      "failures": [],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 9
      }
    }
  },
  "listDeliveries": {
    "200": {
      "deliveries": [
        {
          "delivery_id": "dlv_01m82y9xcjewe9fke7met4entx",
          "job_id": "job_01m82y9ngvef4vz1d8axd3efq6",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "attempts": [
            {
              "number": 1,
              "at": "2026-11-23T00:53:40.906Z",
              "response_status": 200,
              "duration_ms": 8
            }
          ],
          "created_at": "2026-11-23T00:53:40.876Z"
        }
      ],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 1
      }
    }
  },
  "getDelivery": {
    "200": {
      "delivery_id": "dlv_01m82y9xcjewe9fke7met4entx",
      "job_id": "job_01m82y9ngvef4vz1d8axd3efq6",
      "event": "verification.failed",
      "url": "https://hooks.example.com/standing",
      "status": "delivered",
      "attempts": [
        {
          "number": 1,
          "at": "2026-11-23T00:53:40.906Z",
          "response_status": 200,
          "duration_ms": 8,
          "request_headers": {
            "User-Agent": "Service-Webhook/1.0",
            "webhook-id": "evt_01m82y9xcjefftxrkvszrx4env",
            "Content-Type": "application/json",
            "webhook-signature": "v1,uuFl2WAOVquxz9GuJcfThwVn1iEzFSUMoAu84ukrY70=",
            "webhook-timestamp": "1795395220",
            "X-Service-Signature": "sha256=26aa9f0b693203347144ee83b57b9a486e1f8cc83a274ce7cfcc592b0135ff41"
          },
          "response_body": "thank you"
        }
      ],
      "created_at": "2026-11-23T00:53:40.876Z",
      "request_body": "{\"event\":\"verification.failed\",\"job_id\":\"job_01m82y9ngvef4vz1d8axd3efq6\",\"jurisdiction\":\"us-co\",\"entity_name\":\"Sandbox Slow LLC\",\"status\":\"failed\",\"error\":\"DATA_SOURCE_TIMEOUT: The official source did not respond in time.\",\"credits_charged\":1,\"credits_refunded\":true,\"completed_at\":\"2026-11-23T00:53:40.882Z\"}"
    }
  },
  "redeliver": {
    "202": {
      "delivery_id": "dlv_01m82ya98tesf983rjh7596gfz"
    }
  },
  "listEvents": {
    "200": {
      "events": [
        {
          "event_id": "evt_01m82y9xcjefftxrkvszrx4env",
          "created_at": "2026-11-23T00:53:40.884Z",
          "payload": {
            "event": "verification.failed",
            "job_id": "job_01m82y9ngvef4vz1d8axd3efq6",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-23T00:53:40.882Z"
          }
        }
      ],
      "next_cursor": "evt_01m82y9xcjefftxrkvszrx4env",
      "has_more": false
    }
  },
  "getBilling": {
    "200": {
      "credit_balance": 3,
      "packages": [
        {
          "package_id": "starter",
          "name": "Starter",
          "credits": 100,
          "price_usd": 8,
          "price_per_credit_usd": 0.08
        },
        {
          "package_id": "pro",
          "name": "Pro",
          "credits": 500,
          "price_usd": 35,
          "price_per_credit_usd": 0.07
        }
      ],
      "transactions": [
        {
          "transaction_id": "txn_01m82ya2tbf6evbzbcxa5kh71z",
          "type": "charge",
          "amount": -15,
          "balance_after": 3,
          "description": "Verification (deep) in us-co",
          "created_at": "2026-11-23T00:53:46.445Z"
        },
        {
          "transaction_id": "txn_01m82ya2skfd58d3m2n9nd72wv",
          "type": "charge",
          "amount": -15,
          "balance_after": 18,
          "description": "Verification (deep) in us-co",
          "created_at": "2026-11-23T00:53:46.421Z"
        }
      ],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 12
      }
    }
  },
  "purchaseCredits": {
    "201": {
      "checkout_url": "https://checkout.stripe.com/c/pay/cs_test_1_1795395233428",
      "session_id": "cs_test_1_1795395233428",
      "package_id": "pro",
      "expires_at": "2026-11-24T00:53:53.000Z"
    }
  },
  "receiveStripeEvent": {
    "200": {
      "received": true
    }
  },
  "quotePrice": {
    "200": {
      "max_credits": 15,
      "expected_credits": 15,
      "cached": true,
      "cached_age_seconds": 21,
      "expected_wait_seconds": 0,
      "tier": "deep"
    }
  },
  "getAccount": {
    "200": {
      "account_id": "acc_01m82yaa4zexctbjmr7qfgct1b",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T00:53:53.946Z",
      "api_keys": [
        {
          "id": "key_01m82yaa5gee38dqwtdx13b9gy",
          "label": "key-1795395233",
          "prefix": "stnd_iw8",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T00:53:53.968Z"
        }
      ]
    }
  },
  "listSessions": {
    "200": {
      "sessions": [
        {
          "session_id": "P80N55fJm0e8HLR8uCagR9MLW7x1EDR7k_MwlFUXM0c",
          "signed_in_at": "2026-11-23T00:53:54.470Z",
          "expires_at": "2026-12-07T00:53:54.470Z"
        }
      ]
    }
  },
  "getUsage": {
    "200": {
      "period": {
        "from": "2026-10-25",
        "to": "2026-11-23"
      },
      "totals": {
        "requests": 0,
        "credits_charged": 0,
        "credits_refunded": 0
      },
      "by_operation": [],
      "by_day": [
        {
          "date": "2026-10-25",
          "requests": 0,
          "credits_charged": 0,
          "credits_refunded": 0
        },
        {
          "date": "2026-10-26",
          "requests": 0,
          "credits_charged": 0,
          "credits_refunded": 0
        }
      ],
      "by_key": []
    }
  },
  "listGrants": {
    "200": {
      "grants": [
        {
          "grant_id": "ZCm0TppnLySlNYUZYJnZxdM_QTCx1v4iIa5sPLqIsU9",
          "client_id": "tvk_Hu7heMn3Twgz2AisABCNyJ9CEGHXZp3JNUJJu9C",
          "client_name": "Desk Agent",
          "scopes": [
            "account:read"
          ],
          "granted_at": "2026-11-23T00:53:54.388Z",
          "expires_at": "2027-11-23T00:53:54.388Z"
        }
      ]
    }
  },
  "updateAccount": {
    "200": {
      "account_id": "acc_01m82yabhcfnhaypjkcpbgz2n0",
      "email": "you@example.com",
      "email_verified": true,
      "name": "Northwind Compliance",
      "credit_balance": 50,
      "created_at": "2026-11-23T00:53:55.331Z",
      "api_keys": [
        {
          "id": "key_01m82yabhtez89zsn18772apwe",
          "label": "key-1795395235",
          "prefix": "stnd_NIl",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T00:53:55.386Z"
        }
      ]
    }
  },
  "confirmEmail": {
    "200": {
      "account_id": "acc_01m82yabhcfnhaypjkcpbgz2n0",
      "email": "you@example.com",
      "email_verified": true,
      "name": "Northwind Compliance",
      "credit_balance": 50,
      "created_at": "2026-11-23T00:53:55.331Z",
      "api_keys": [
        {
          "id": "key_01m82yabhtez89zsn18772apwe",
          "label": "key-1795395235",
          "prefix": "stnd_NIl",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T00:53:55.386Z"
        }
      ]
    }
  },
  "exportData": {
    "200": {
      "exported_at": "2026-11-23T00:53:56.145Z",
      "account": {
        "account_id": "acc_01m82y9naee87spspm3k9dj09s",
        "email": "you@example.com",
        "email_verified": true,
        "credit_balance": 503,
        "created_at": "2026-11-23T00:53:32.621Z"
      },
      "api_keys": [
        {
          "id": "key_01m82y9nawe6dt70c3652dht82",
          "label": "key-1795395212",
          "prefix": "stnd_IUF",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T00:53:32.636Z"
        }
      ],
      "transactions": [
        {
          "transaction_id": "txn_01m82y9naqebntmwmm962z8snf",
          "type": "grant",
          "amount": 50,
          "balance_after": 50,
          "description": "Free credits for a new account",
          "created_at": "2026-11-23T00:53:32.633Z"
        },
        {
          "transaction_id": "txn_01m82y9ngwe9ssnbseqf8qyvd1",
          "type": "charge",
          "amount": -1,
          "balance_after": 49,
          "description": "Verification (quick) in us-co",
          "operation": "verify_quick",
          "key_id": "key_01m82y9nawe6dt70c3652dht82",
          "job_id": "job_01m82y9ngvef4vz1d8axd3efq6",
          "created_at": "2026-11-23T00:53:32.835Z"
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m82y9ngvef4vz1d8axd3efq6",
          "status": "failed",
          "entity_name": "Sandbox Slow LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
          "created_at": "2026-11-23T00:53:32.828Z",
          "completed_at": "2026-11-23T00:53:40.876Z"
        },
        {
          "job_id": "job_01m82y9nnbfym8c7y865zbkd5p",
          "status": "completed",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "tier": "deep",
          "credits_charged": 15,
          "entity_id": "ent_01m82y9npbek0th03pgtpyhqqr",
          "data": {
            "entity_name": "Imaginary Lanterns LLC",
            "status": "active",
            "status_detail": "Good Standing",
            "good_standing": true,
            "entity_type": "Domestic Limited Liability Company",
            "jurisdiction": "us-co",
            "formation_date": "2001-02-02",
            "confidence": 100,
            "jurisdiction_id": "20019000001",
            "registered_agent": {
              "name": "Nowhere Registered Agents LLC",
              "address": {
                "line1": "400 Nowhere Plaza",
                "line2": null,
                "city": "Imaginary Springs",
                "region": "CO",
                "postal_code": "80000",
                "country": "US"
              }
            },
            "officers": null,
            "principal_address": {
              "line1": "1 Imaginary Street",
              "line2": null,
              "city": "Nowhere Falls",
              "region": "CO",
              "postal_code": "80001",
              "country": "US"
            },
            "filing_history_summary": {
              "total_filings": 4,
              "last_filing_date": "2025-03-15",
              "recent_filings": [
                {
                  "date": "2025-03-15",
                  "type": "Periodic Report"
                },
                {
                  "date": "2024-03-15",
                  "type": "Periodic Report"
                }
              ]
            },
            "tier": "deep",
            "match": {
              "method": "exact",
              "matched_name": "Imaginary Lanterns LLC"
            },
            "source": {
              "name": "Colorado Secretary of State, Business Entities in Colorado",
              "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
              "licence": "Public domain",
              "retrieved_at": "2026-11-23T00:53:33.002Z",
              "coverage": "all",
              "sandbox": true
            }
          },
          "created_at": "2026-11-23T00:53:32.971Z",
          "completed_at": "2026-11-23T00:53:33.025Z"
        }
      ],
      "searches": [],
      "webhook_deliveries": [
        {
          "delivery_id": "dlv_01m82y9xcjewe9fke7met4entx",
          "event_id": "evt_01m82y9xcjefftxrkvszrx4env",
          "job_id": "job_01m82y9ngvef4vz1d8axd3efq6",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "body": {
            "event": "verification.failed",
            "job_id": "job_01m82y9ngvef4vz1d8axd3efq6",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-23T00:53:40.882Z"
          },
          "attempts": [
            {
              "at": "2026-11-23T00:53:40.906Z",
              "number": 1,
              "duration_ms": 8,
              "response_status": 200
            }
          ],
          "created_at": "2026-11-23T00:53:40.876Z",
          "finished_at": "2026-11-23T00:53:40.915Z"
        },
        {
          "delivery_id": "dlv_01m82ya98tesf983rjh7596gfz",
          "event_id": "evt_01m82y9xcjefftxrkvszrx4env",
          "job_id": "job_01m82y9ngvef4vz1d8axd3efq6",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "body": {
            "event": "verification.failed",
            "job_id": "job_01m82y9ngvef4vz1d8axd3efq6",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-23T00:53:40.882Z"
          },
          "attempts": [
            {
              "at": "2026-11-23T00:53:53.078Z",
              "number": 1,
              "duration_ms": 41,
              "response_status": 200
            }
          ],
          "created_at": "2026-11-23T00:53:53.050Z",
          "finished_at": "2026-11-23T00:53:53.119Z"
        }
      ],
      "oauth_grants": []
    }
  },
  "createKey": {
    "201": {
      "api_key": "stnd_anExampleOfAKey00000000000000000",
      "key_id": "key_01m82yacccfezs7qw1d29heh00",
      "label": "second"
    }
  },
  "getWebhookSecret": {
    "200": {
      "secret": "whsec_bm90IGEgc2VjcmV0LCBhbiBleGFtcGxl"
    }
  },
  "rotateWebhookSecret": {
    "200": {
      "secret": "whsec_bm90IGEgc2VjcmV0LCBhbiBleGFtcGxl",
      "previous_secret_expires_at": "2026-11-24T00:53:56.323Z"
    }
  },
  "adminListJobs": {
    "200": {
      "jobs": [
        {
          "job_id": "job_01m82yacnxfhbsbj0zcnk37zhv",
          "account_id": "acc_01m82yacn1ep49pcx5q6y13h00",
          "status": "pending",
          "entity_name": "Sandbox Flaky LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "credits_refunded": false,
          "created_at": "2026-11-23T00:53:56.542Z"
        },
        {
          "job_id": "job_01m82ya3zae7b8mm43dh0akqsj",
          "account_id": "acc_01m82ya2yke0dsmmch4hstwpz4",
          "status": "failed",
          "entity_name": "Sandbox Unavailable LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 2,
          "credits_refunded": true,
          "error": "DATA_SOURCE_UNAVAILABLE: The official source is temporarily unavailable.",
          "created_at": "2026-11-23T00:53:47.627Z",
          "completed_at": "2026-11-23T00:53:52.719Z"
        }
      ],
      "pagination": {
        "limit": 5,
        "offset": 0,
        "total": 12
      }
    }
  },
  "adminGetJob": {
    "200": {
      "job_id": "job_01m82yacnxfhbsbj0zcnk37zhv",
      "account_id": "acc_01m82yacn1ep49pcx5q6y13h00",
      "status": "pending",
      "entity_name": "Sandbox Flaky LLC",
      "jurisdiction": "us-co",
      "tier": "quick",
      "credits_charged": 1,
      "credits_refunded": false,
      "created_at": "2026-11-23T00:53:56.542Z"
    }
  },
  "adminRefundJob": {
    "200": {
      "job_id": "job_01m82yacnxfhbsbj0zcnk37zhv",
      "status": "refunded",
      "credits_refunded": 1,
      "credit_balance": 50
    }
  },
  "adminFindAccounts": {
    "200": {
      "accounts": [
        {
          "account_id": "acc_01m82yacn1ep49pcx5q6y13h00",
          "email": "you@example.com",
          "email_verified": true,
          "credit_balance": 50,
          "created_at": "2026-11-23T00:53:56.512Z",
          "api_keys": [
            {
              "id": "key_01m82yacn6fqsaq51y8kycbyhn",
              "label": "key-1795395236",
              "prefix": "stnd_vAK",
              "rate_limit": 100000,
              "is_active": true,
              "created_at": "2026-11-23T00:53:56.518Z"
            }
          ],
          "disabled": false,
          "deleted": false,
          "debt_credits": 0
        }
      ]
    }
  },
  "adminCreateAccount": {
    "201": {
      "account_id": "acc_01m808c802een98b2hcp6mwwcj",
      "email": "ada@example.com",
      "credit_balance": 100,
      "api_key": "stnd_anExampleOfAKey00000000000000000",
      "key_id": "key_01m808c802een98b2hcp6mwwck",
      "label": "production"
    }
  },
  "adminDisableAccount": {
    "200": {
      "account_id": "acc_01m82yacn1ep49pcx5q6y13h00",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T00:53:56.512Z",
      "api_keys": [
        {
          "id": "key_01m82yacn6fqsaq51y8kycbyhn",
          "label": "key-1795395236",
          "prefix": "stnd_vAK",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T00:53:56.518Z"
        }
      ],
      "disabled": true,
      "deleted": false,
      "debt_credits": 0
    }
  },
  "adminEnableAccount": {
    "200": {
      "account_id": "acc_01m82yacn1ep49pcx5q6y13h00",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T00:53:56.512Z",
      "api_keys": [
        {
          "id": "key_01m82yacn6fqsaq51y8kycbyhn",
          "label": "key-1795395236",
          "prefix": "stnd_vAK",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T00:53:56.518Z"
        }
      ],
      "disabled": false,
      "deleted": false,
      "debt_credits": 0
    }
  },
  "adminAdjustCredits": {
    "200": {
      "account_id": "acc_01m82yacn1ep49pcx5q6y13h00",
      "transaction_id": "txn_01m82yadbye23s859ks3qxctn7",
      "amount": 5,
      "credit_balance": 55
    }
  },
  "adminChangeRateLimit": {
    "200": {
      "key_id": "key_01m82yacn6fqsaq51y8kycbyhn",
      "rate_limit": 120
    }
  },
  "adminSwitchJurisdiction": {
    "200": {
      "code": "us-or",
      "active": false,
      "unavailable_reason": "it was taken out of service for now."
    }
  },
  "adminErasePersonalData": {
    "200": {
      "entity_id": "ent_01m82y9npbek0th03pgtpyhqqr",
      "erased": true
    }
  },
  "adminListActions": {
    "200": {
      "actions": [
        {
          "at": "2026-11-23T00:53:57.471Z",
          "admin": {
            "key_fingerprint": "270ed855ecd9",
            "ip": "127.0.0.1",
            "request_id": "957c9fd5-1f98-424a-8853-505600df54a1"
          },
          "action": "erase personal data",
          "subject": "ent_01m82y9npbek0th03pgtpyhqqr",
          "reason": "asked for by phone",
          "details": {}
        },
        {
          "at": "2026-11-23T00:53:57.410Z",
          "admin": {
            "key_fingerprint": "270ed855ecd9",
            "ip": "127.0.0.1",
            "request_id": "fd6d39f8-a6e9-46b6-840f-0e9b51d0b3cc"
          },
          "action": "switch jurisdiction on",
          "subject": "us-or",
          "reason": "asked for by phone",
          "details": {}
        }
      ],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 8
      }
    }
  }
};
