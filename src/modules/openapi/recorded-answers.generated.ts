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
      "key_id": "key_01m8470gx3eanrr41c3x5sk76r",
      "label": "key-1795437904"
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
        "ledger": {
          "status": "up",
          "balanced": null
        },
        "schedule": {
          "status": "up"
        },
        "worker": {
          "status": "up"
        }
      }
    }
  },
  "checkHealth": {
    "200": {
      "live": true,
      "uptime_seconds": 13,
      "status": "ok",
      "checks": {
        "postgres": {
          "status": "up"
        },
        "migrations": {
          "status": "up"
        },
        "ledger": {
          "status": "up",
          "balanced": null
        },
        "schedule": {
          "status": "up"
        },
        "worker": {
          "status": "up"
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
      "job_id": "job_01m8470hh8f8d9g8e2q247s7ts",
      "entity_id": "ent_01m8470hrjeg7vrhqxe5g10cpw",
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
          "retrieved_at": "2026-11-23T12:45:05.495Z",
          "coverage": "all",
          "sandbox": true
        }
      }
    },
    "202": {
      "status": "pending",
      "job_id": "job_01m8470h5ef0ybwzszv1v3z0e8"
    }
  },
  "getVerificationStatus": {
    "200": {
      "status": "processing",
      "job_id": "job_01m8470h5ef0ybwzszv1v3z0e8"
    }
  },
  "listJobs": {
    "200": {
      "jobs": [
        {
          "job_id": "job_01m8470qq4es4a6d55c3dd7ddv",
          "status": "failed",
          "entity_name": "Sandbox Timeout LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
          "created_at": "2026-11-23T12:45:11.780Z",
          "completed_at": "2026-11-23T12:45:19.839Z"
        },
        {
          "job_id": "job_01m8470jktf1krytfm5gxb8kvn",
          "status": "failed",
          "entity_name": "Sandbox Unavailable LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "error": "DATA_SOURCE_UNAVAILABLE: The official source is temporarily unavailable.",
          "created_at": "2026-11-23T12:45:06.555Z",
          "completed_at": "2026-11-23T12:45:11.696Z"
        }
      ],
      "next_cursor": "job_01m8470j71egzaktd983y85qrg"
    }
  },
  "getEntity": {
    "200": {
      "entity_id": "ent_01m8470hrjeg7vrhqxe5g10cpw",
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
        "retrieved_at": "2026-11-23T12:45:05.495Z",
        "coverage": "all",
        "sandbox": true
      },
      "last_verified_at": "2026-11-23T12:45:05.495Z",
      "snapshots": 1
    }
  },
  "getEntityHistory": {
    "200": {
      "entity_id": "ent_01m8470hrjeg7vrhqxe5g10cpw",
      "snapshots": [
        {
          "snapshot_id": "snp_01m8470hjqebmaz0pjhgbxct3g",
          "verified_at": "2026-11-23T12:45:05.495Z",
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
              "retrieved_at": "2026-11-23T12:45:05.495Z",
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
      "search_id": "srch_01m84710d3esjr2g1eqtyd7e2b",
      "results": [
        {
          "entity_id": "ent_01m8470hrjeg7vrhqxe5g10cpw",
          "entity_name": "Imaginary Lanterns LLC",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Domestic Limited Liability Company",
          "jurisdiction": "us-co",
          "formation_date": "2001-02-02",
          "confidence": 20,
          "jurisdiction_id": "20019000001",
          "tier": "quick",
          "match": {
            "method": "alias",
            "matched_name": "Imaginary Lanterns of Nowhere",
            "alias": {
              "from": "2001-02-02",
              "kind": "trade"
            }
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-23T12:45:20.510Z",
            "coverage": "all",
            "sandbox": true
          }
        },
        {
          "entity_id": "ent_01m84710qdf4sa4e01ehh5snda",
          "entity_name": "Fabled Basilisk Lanterns Corporation",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Foreign Profit Corporation",
          "jurisdiction": "us-co",
          "formation_date": "1976-04-12",
          "confidence": 17,
          "jurisdiction_id": "19769000039",
          "tier": "quick",
          "match": {
            "method": "fuzzy",
            "matched_name": "Fabled Basilisk Lanterns Corporation"
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=19769000039&entityId2=19769000039&fileId=19769000039&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-23T12:45:20.510Z",
            "coverage": "all",
            "sandbox": true
          }
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m84710d3f37v3z5pemaqcex1",
          "jurisdiction": "us-co",
          "status": "completed"
        },
        {
          "job_id": "job_01m84710d3en7a30smj19kjx5f",
          "jurisdiction": "us-ny",
          "status": "completed"
        }
      ],
      "job_ids": [
        "job_01m84710d3f37v3z5pemaqcex1",
        "job_01m84710d3en7a30smj19kjx5f"
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
      "search_id": "srch_01m8471079f69tzzzebdhg503m",
      "results": [],
      "jobs": [
        {
          "job_id": "job_01m8471079ehzsj7gkf1r4ht2m",
          "jurisdiction": "us-co",
          "status": "pending"
        },
        {
          "job_id": "job_01m8471079fcr8032pzqcatp59",
          "jurisdiction": "us-ny",
          "status": "pending"
        }
      ],
      "job_ids": [
        "job_01m8471079ehzsj7gkf1r4ht2m",
        "job_01m8471079fcr8032pzqcatp59"
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
      "search_id": "srch_01m8471079f69tzzzebdhg503m",
      "results": [
        {
          "entity_id": "ent_01m8470hrjeg7vrhqxe5g10cpw",
          "entity_name": "Imaginary Lanterns LLC",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Domestic Limited Liability Company",
          "jurisdiction": "us-co",
          "formation_date": "2001-02-02",
          "confidence": 20,
          "jurisdiction_id": "20019000001",
          "tier": "quick",
          "match": {
            "method": "alias",
            "matched_name": "Imaginary Lanterns of Nowhere",
            "alias": {
              "from": "2001-02-02",
              "kind": "trade"
            }
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-23T12:45:20.510Z",
            "coverage": "all",
            "sandbox": true
          }
        },
        {
          "entity_id": "ent_01m84710qdf4sa4e01ehh5snda",
          "entity_name": "Fabled Basilisk Lanterns Corporation",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Foreign Profit Corporation",
          "jurisdiction": "us-co",
          "formation_date": "1976-04-12",
          "confidence": 17,
          "jurisdiction_id": "19769000039",
          "tier": "quick",
          "match": {
            "method": "fuzzy",
            "matched_name": "Fabled Basilisk Lanterns Corporation"
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=19769000039&entityId2=19769000039&fileId=19769000039&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-23T12:45:20.510Z",
            "coverage": "all",
            "sandbox": true
          }
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m8471079ehzsj7gkf1r4ht2m",
          "jurisdiction": "us-co",
          "status": "completed"
        },
        {
          "job_id": "job_01m8471079fcr8032pzqcatp59",
          "jurisdiction": "us-ny",
          "status": "completed"
        }
      ],
      "job_ids": [
        "job_01m8471079ehzsj7gkf1r4ht2m",
        "job_01m8471079fcr8032pzqcatp59"
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
          "delivery_id": "dlv_01m8470s44f4091t5gnve1y33k",
          "job_id": "job_01m8470h5ef0ybwzszv1v3z0e8",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "attempts": [
            {
              "number": 1,
              "at": "2026-11-23T12:45:13.241Z",
              "response_status": 200,
              "duration_ms": 15
            }
          ],
          "created_at": "2026-11-23T12:45:13.222Z"
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
      "delivery_id": "dlv_01m8470s44f4091t5gnve1y33k",
      "job_id": "job_01m8470h5ef0ybwzszv1v3z0e8",
      "event": "verification.failed",
      "url": "https://hooks.example.com/standing",
      "status": "delivered",
      "attempts": [
        {
          "number": 1,
          "at": "2026-11-23T12:45:13.241Z",
          "response_status": 200,
          "duration_ms": 15,
          "request_headers": {
            "User-Agent": "Service-Webhook/1.0",
            "webhook-id": "evt_01m8470s45fp5vj32rgkk01qg5",
            "Content-Type": "application/json",
            "webhook-signature": "v1,Z6/GimBbb0/omCUGqvSyIrHEcTp/fAhZg8BvL3/LnpA=",
            "webhook-timestamp": "1795437913",
            "X-Service-Signature": "sha256=3d01e539030343d1195184313a6f8928e44daf10e9465baa4a35da4a90f6e3b6"
          },
          "response_body": "thank you"
        }
      ],
      "created_at": "2026-11-23T12:45:13.222Z",
      "request_body": "{\"event\":\"verification.failed\",\"event_id\":\"evt_01m8470s45fp5vj32rgkk01qg5\",\"job_id\":\"job_01m8470h5ef0ybwzszv1v3z0e8\",\"jurisdiction\":\"us-co\",\"entity_name\":\"Sandbox Slow LLC\",\"status\":\"failed\",\"error\":\"DATA_SOURCE_TIMEOUT: The official source did not respond in time.\",\"credits_charged\":1,\"credits_refunded\":true,\"completed_at\":\"2026-11-23T12:45:13.220Z\"}"
    }
  },
  "redeliver": {
    "202": {
      "delivery_id": "dlv_01m847167re7pb9ggkpd2wgz6k"
    }
  },
  "listEvents": {
    "200": {
      "events": [
        {
          "event_id": "evt_01m8470s45fp5vj32rgkk01qg5",
          "created_at": "2026-11-23T12:45:13.226Z",
          "payload": {
            "event": "verification.failed",
            "event_id": "evt_01m8470s45fp5vj32rgkk01qg5",
            "job_id": "job_01m8470h5ef0ybwzszv1v3z0e8",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-23T12:45:13.220Z"
          }
        }
      ],
      "next_cursor": "evt_01m8470s45fp5vj32rgkk01qg5",
      "has_more": false
    }
  },
  "createWatch": {
    "201": {
      "watch_id": "wch_01m84716j4f8gahcct415tj4pm",
      "entity_id": "ent_01m8470hrjeg7vrhqxe5g10cpw",
      "jurisdiction": "us-co",
      "status": "active",
      "every": "1d",
      "tier": "quick",
      "on": [
        "STATUS_CHANGED",
        "GOOD_STANDING_LOST"
      ],
      "max_credits_per_month": 31,
      "created_at": "2026-11-23T12:45:26.982Z",
      "next_check_at": "2030-01-01T08:15:00.000Z"
    }
  },
  "listWatches": {
    "200": {
      "watches": [
        {
          "watch_id": "wch_01m84716j4f8gahcct415tj4pm",
          "entity_id": "ent_01m8470hrjeg7vrhqxe5g10cpw",
          "jurisdiction": "us-co",
          "status": "active",
          "every": "1d",
          "tier": "quick",
          "on": [
            "STATUS_CHANGED",
            "GOOD_STANDING_LOST"
          ],
          "max_credits_per_month": 31,
          "created_at": "2026-11-23T12:45:26.982Z",
          "next_check_at": "2030-01-01T08:15:00.000Z"
        }
      ]
    }
  },
  "getWatch": {
    "200": {
      "watch_id": "wch_01m84716j4f8gahcct415tj4pm",
      "entity_id": "ent_01m8470hrjeg7vrhqxe5g10cpw",
      "jurisdiction": "us-co",
      "status": "active",
      "every": "1d",
      "tier": "quick",
      "on": [
        "STATUS_CHANGED",
        "GOOD_STANDING_LOST"
      ],
      "max_credits_per_month": 31,
      "created_at": "2026-11-23T12:45:26.982Z",
      "next_check_at": "2030-01-01T08:15:00.000Z"
    }
  },
  "updateWatch": {
    "200": {
      "watch_id": "wch_01m84716j4f8gahcct415tj4pm",
      "entity_id": "ent_01m8470hrjeg7vrhqxe5g10cpw",
      "jurisdiction": "us-co",
      "status": "active",
      "every": "7d",
      "tier": "quick",
      "on": [
        "STATUS_CHANGED",
        "GOOD_STANDING_LOST"
      ],
      "max_credits_per_month": 31,
      "created_at": "2026-11-23T12:45:26.982Z",
      "next_check_at": "2030-01-07T08:15:00.000Z"
    }
  },
  "checkWatch": {
    "202": {
      "status": "pending",
      "job_id": "job_01m84716wbefdvfwt2nkf55hjy"
    }
  },
  "advanceSandboxClock": {
    "200": {
      "sandbox_time": "2030-01-03T00:00:00.000Z",
      "began_at": "2030-01-01T00:00:00.000Z"
    },
    "202": {
      "sandbox_time": "2030-01-01T00:00:00.000Z",
      "began_at": "2030-01-01T00:00:00.000Z",
      "advancing_to": "2030-01-02T00:00:00.000Z"
    }
  },
  "getSandboxClock": {
    "200": {
      "sandbox_time": "2030-01-01T00:00:00.000Z",
      "began_at": "2030-01-01T00:00:00.000Z",
      "advancing_to": "2030-01-02T00:00:00.000Z"
    }
  },
  "uploadBatch": {
    "201": {
      "batch_id": "bat_01m84717fyfd0b4wa2kh347ekc",
      "status": "ready",
      "rows": 2,
      "accepted": 1,
      "rejected": 1,
      "max_credits": 1,
      "counts": {
        "pending": 1,
        "found": 0,
        "review": 0,
        "no_match": 0,
        "failed": 0,
        "duplicate": 0
      },
      "credits_charged": 0,
      "created_at": "2026-11-23T12:45:27.935Z",
      "rejections": [
        {
          "line": 3,
          "field": "jurisdiction",
          "message": "\"us-zz\" is not a supported jurisdiction."
        }
      ]
    }
  },
  "listBatches": {
    "200": {
      "batches": [
        {
          "batch_id": "bat_01m84717fyfd0b4wa2kh347ekc",
          "status": "ready",
          "rows": 2,
          "accepted": 1,
          "rejected": 1,
          "max_credits": 1,
          "counts": {
            "pending": 1,
            "found": 0,
            "review": 0,
            "no_match": 0,
            "failed": 0,
            "duplicate": 0
          },
          "credits_charged": 0,
          "created_at": "2026-11-23T12:45:27.935Z"
        }
      ]
    }
  },
  "startBatch": {
    "202": {
      "batch_id": "bat_01m84717fyfd0b4wa2kh347ekc",
      "status": "running",
      "rows": 2,
      "accepted": 1,
      "rejected": 1,
      "max_credits": 1,
      "counts": {
        "pending": 1,
        "found": 0,
        "review": 0,
        "no_match": 0,
        "failed": 0,
        "duplicate": 0
      },
      "credits_charged": 0,
      "created_at": "2026-11-23T12:45:27.935Z",
      "started_at": "2026-11-23T12:45:28.417Z"
    }
  },
  "getBatch": {
    "200": {
      "batch_id": "bat_01m84717fyfd0b4wa2kh347ekc",
      "status": "running",
      "rows": 2,
      "accepted": 1,
      "rejected": 1,
      "max_credits": 1,
      "counts": {
        "pending": 1,
        "found": 0,
        "review": 0,
        "no_match": 0,
        "failed": 0,
        "duplicate": 0
      },
      "credits_charged": 0,
      "created_at": "2026-11-23T12:45:27.935Z",
      "started_at": "2026-11-23T12:45:28.417Z"
    }
  },
  "adminRefundBatchRow": {
    "200": {
      "batch_id": "bat_01m84717fyfd0b4wa2kh347ekc",
      "line": 2,
      "credits_refunded": 1,
      "credit_balance": 50
    }
  },
  "cancelBatch": {
    "200": {
      "batch_id": "bat_01m847193kfptr39e7c7pfcdhk",
      "status": "cancelled",
      "rows": 2,
      "accepted": 1,
      "rejected": 1,
      "max_credits": 1,
      "counts": {
        "pending": 1,
        "found": 0,
        "review": 0,
        "no_match": 0,
        "failed": 0,
        "duplicate": 0
      },
      "credits_charged": 0,
      "created_at": "2026-11-23T12:45:29.587Z",
      "ended_at": "2026-11-23T12:45:29.640Z"
    }
  },
  "createKey": {
    "201": {
      "api_key": "stnd_anExampleOfAKey00000000000000000",
      "key_id": "key_01m847198beywbfyjzs81xt8b5",
      "label": "key-1795437929"
    }
  },
  "getAccount": {
    "200": {
      "account_id": "acc_01m84717eef2zr92m5xtcc8ns1",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T12:45:27.886Z",
      "api_keys": [
        {
          "id": "key_01m84717emfqv8pa7ep9dbt0ps",
          "label": "key-1795437927",
          "prefix": "stnd_2rA",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T12:45:27.892Z"
        },
        {
          "id": "key_01m847198beywbfyjzs81xt8b5",
          "label": "key-1795437929",
          "prefix": "stnd_l5B",
          "rate_limit": 100000,
          "is_active": true,
          "jurisdictions": [
            "us-ny"
          ],
          "created_at": "2026-11-23T12:45:29.739Z"
        }
      ]
    }
  },
  "adminAdjustCredits": {
    "200": {
      "account_id": "acc_01m84717eef2zr92m5xtcc8ns1",
      "transaction_id": "txn_01m84719d2f0hbatx66xw2b8q2",
      "amount": -50,
      "credit_balance": 0
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
          "transaction_id": "txn_01m8470znxe89tah4xtfbawhke",
          "type": "charge",
          "amount": -15,
          "balance_after": 3,
          "description": "Verification (deep) in us-co",
          "entity_id": "ent_01m8470hrjeg7vrhqxe5g10cpw",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "created_at": "2026-11-23T12:45:19.935Z"
        },
        {
          "transaction_id": "txn_01m8470zn6e859hqhsdksa87k6",
          "type": "charge",
          "amount": -15,
          "balance_after": 18,
          "description": "Verification (deep) in us-co",
          "entity_id": "ent_01m8470hrjeg7vrhqxe5g10cpw",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "created_at": "2026-11-23T12:45:19.912Z"
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
      "checkout_url": "https://checkout.stripe.com/c/pay/cs_test_1_1795437930126",
      "session_id": "cs_test_1_1795437930126",
      "package_id": "pro",
      "expires_at": "2026-11-24T12:45:30.000Z"
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
      "affordable": true,
      "tier": "deep",
      "cached": true,
      "cached_age_seconds": 25,
      "expected_wait_seconds": 0
    }
  },
  "listSessions": {
    "200": {
      "sessions": [
        {
          "session_id": "p2mqacyTsJxd2nAl8EvJox4bZ92CYOMe4-yEpnLvLKv",
          "signed_in_at": "2026-11-23T12:45:31.149Z",
          "expires_at": "2026-12-07T12:45:31.149Z"
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
      "by_key": [],
      "by_grant": []
    }
  },
  "listGrants": {
    "200": {
      "grants": [
        {
          "grant_id": "bU_mZvTunxSlFUWt9nnA_9j5q5ULmnmFr9bCMIuSSEf",
          "client_id": "_KU7okY-bf7HmXmj9wsi8EP1H-NAAAV572C0D6QoP9B",
          "client_name": "Intake Agent",
          "scopes": [
            "account:read"
          ],
          "granted_at": "2026-11-23T12:45:31.088Z",
          "expires_at": "2027-11-23T12:45:31.088Z"
        }
      ]
    }
  },
  "updateGrant": {
    "200": {
      "grant_id": "bU_mZvTunxSlFUWt9nnA_9j5q5ULmnmFr9bCMIuSSEf",
      "client_id": "_KU7okY-bf7HmXmj9wsi8EP1H-NAAAV572C0D6QoP9B",
      "client_name": "Intake Agent",
      "scopes": [
        "account:read"
      ],
      "budget": {
        "credits": 100,
        "every": "month",
        "spent": 0,
        "resets_at": "2026-12-01T00:00:00.000Z"
      },
      "granted_at": "2026-11-23T12:45:31.088Z",
      "expires_at": "2027-11-23T12:45:31.088Z"
    }
  },
  "updateAccount": {
    "200": {
      "account_id": "acc_01m8471bbxe308q03ct8wbr2sr",
      "email": "you@example.com",
      "email_verified": true,
      "name": "Northwind Compliance",
      "credit_balance": 50,
      "created_at": "2026-11-23T12:45:31.901Z",
      "api_keys": [
        {
          "id": "key_01m8471bc8egc9jv38dd54sk85",
          "label": "key-1795437931",
          "prefix": "stnd_Mph",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T12:45:31.912Z"
        }
      ]
    }
  },
  "confirmEmail": {
    "200": {
      "account_id": "acc_01m8471bbxe308q03ct8wbr2sr",
      "email": "you@example.com",
      "email_verified": true,
      "name": "Northwind Compliance",
      "credit_balance": 50,
      "created_at": "2026-11-23T12:45:31.901Z",
      "api_keys": [
        {
          "id": "key_01m8471bc8egc9jv38dd54sk85",
          "label": "key-1795437931",
          "prefix": "stnd_Mph",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T12:45:31.912Z"
        }
      ]
    }
  },
  "listKeys": {
    "200": {
      "api_keys": [
        {
          "id": "key_01m8470gx3eanrr41c3x5sk76r",
          "label": "key-1795437904",
          "prefix": "stnd_i3u",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T12:45:04.803Z"
        }
      ]
    }
  },
  "exportData": {
    "200": {
      "exported_at": "2026-11-23T12:45:32.864Z",
      "account": {
        "account_id": "acc_01m8470gw2e6wrx8ezp7qx4dmk",
        "email": "you@example.com",
        "email_verified": true,
        "credit_balance": 503,
        "created_at": "2026-11-23T12:45:04.760Z"
      },
      "api_keys": [
        {
          "id": "key_01m8470gx3eanrr41c3x5sk76r",
          "label": "key-1795437904",
          "prefix": "stnd_i3u",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T12:45:04.803Z"
        }
      ],
      "transactions": [
        {
          "transaction_id": "txn_01m8470gwqf1q9v0yrvtjd8kgh",
          "type": "grant",
          "amount": 50,
          "balance_after": 50,
          "description": "Free credits for a new account",
          "created_at": "2026-11-23T12:45:04.800Z"
        },
        {
          "transaction_id": "txn_01m8470h5eeevra8z8p8041z9f",
          "type": "charge",
          "amount": -1,
          "balance_after": 49,
          "description": "Verification (quick) in us-co",
          "operation": "verify_quick",
          "key_id": "key_01m8470gx3eanrr41c3x5sk76r",
          "job_id": "job_01m8470h5ef0ybwzszv1v3z0e8",
          "entity_name": "Sandbox Slow LLC",
          "jurisdiction": "us-co",
          "created_at": "2026-11-23T12:45:05.075Z"
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m8470h5ef0ybwzszv1v3z0e8",
          "status": "failed",
          "entity_name": "Sandbox Slow LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
          "created_at": "2026-11-23T12:45:05.071Z",
          "completed_at": "2026-11-23T12:45:13.222Z"
        },
        {
          "job_id": "job_01m8470hh8f8d9g8e2q247s7ts",
          "status": "completed",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "tier": "deep",
          "credits_charged": 15,
          "entity_id": "ent_01m8470hrjeg7vrhqxe5g10cpw",
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
              "retrieved_at": "2026-11-23T12:45:05.495Z",
              "coverage": "all",
              "sandbox": true
            }
          },
          "created_at": "2026-11-23T12:45:05.449Z",
          "completed_at": "2026-11-23T12:45:05.730Z"
        }
      ],
      "searches": [],
      "webhook_deliveries": [
        {
          "delivery_id": "dlv_01m8470s44f4091t5gnve1y33k",
          "event_id": "evt_01m8470s45fp5vj32rgkk01qg5",
          "job_id": "job_01m8470h5ef0ybwzszv1v3z0e8",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "body": {
            "event": "verification.failed",
            "event_id": "evt_01m8470s45fp5vj32rgkk01qg5",
            "job_id": "job_01m8470h5ef0ybwzszv1v3z0e8",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-23T12:45:13.220Z"
          },
          "attempts": [
            {
              "at": "2026-11-23T12:45:13.241Z",
              "number": 1,
              "duration_ms": 15,
              "response_status": 200
            }
          ],
          "created_at": "2026-11-23T12:45:13.222Z",
          "finished_at": "2026-11-23T12:45:13.259Z"
        },
        {
          "delivery_id": "dlv_01m847167re7pb9ggkpd2wgz6k",
          "event_id": "evt_01m8470s45fp5vj32rgkk01qg5",
          "job_id": "job_01m8470h5ef0ybwzszv1v3z0e8",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "body": {
            "event": "verification.failed",
            "event_id": "evt_01m8470s45fp5vj32rgkk01qg5",
            "job_id": "job_01m8470h5ef0ybwzszv1v3z0e8",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-23T12:45:13.220Z"
          },
          "attempts": [
            {
              "at": "2026-11-23T12:45:26.661Z",
              "number": 1,
              "duration_ms": 25,
              "response_status": 200
            }
          ],
          "created_at": "2026-11-23T12:45:26.643Z",
          "finished_at": "2026-11-23T12:45:26.688Z"
        }
      ],
      "watches": [],
      "batches": [],
      "batch_rows": [],
      "paid_entities": [
        {
          "entity_id": "ent_01m8470hrjeg7vrhqxe5g10cpw",
          "tier": "deep",
          "last_charged_on": "2026-11-23"
        }
      ],
      "payments": [
        {
          "session_id": "cs_test_1_1795437930126",
          "package_id": "pro",
          "amount_credits": 500,
          "price_cents": 3500,
          "status": "paid",
          "created_at": "2026-11-23T12:45:30.137Z",
          "expires_at": "2026-11-24T12:45:30.000Z",
          "paid_at": "2026-11-23T12:45:30.230Z"
        }
      ],
      "debts": [],
      "oauth_grants": []
    }
  },
  "updateKey": {
    "200": {
      "id": "key_01m8471cdnfkzbt8w9ygwh6gav",
      "label": "second",
      "prefix": "stnd_cGo",
      "rate_limit": 100000,
      "is_active": true,
      "budget": {
        "credits": 100,
        "every": "month",
        "spent": 0,
        "resets_at": "2026-12-01T00:00:00.000Z"
      },
      "jurisdictions": [
        "us-co"
      ],
      "tiers": [
        "quick"
      ],
      "created_at": "2026-11-23T12:45:32.981Z"
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
      "previous_secret_expires_at": "2026-11-24T12:45:33.221Z"
    }
  },
  "adminListJobs": {
    "200": {
      "jobs": [
        {
          "job_id": "job_01m8471cy6f4ftfdyqeb81cdx7",
          "account_id": "acc_01m8471cw9e23bzyaygz5e727k",
          "status": "processing",
          "entity_name": "Sandbox Flaky LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "credits_refunded": false,
          "created_at": "2026-11-23T12:45:33.511Z"
        },
        {
          "job_id": "job_01m84716wbefdvfwt2nkf55hjy",
          "account_id": "acc_01m84716h4e1avxp0wj1w27rt1",
          "status": "completed",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "credits_refunded": false,
          "created_at": "2026-11-23T12:45:27.313Z",
          "completed_at": "2026-11-23T12:45:27.541Z"
        }
      ],
      "pagination": {
        "limit": 5,
        "offset": 0,
        "total": 13
      }
    }
  },
  "adminGetJob": {
    "200": {
      "job_id": "job_01m8471cy6f4ftfdyqeb81cdx7",
      "account_id": "acc_01m8471cw9e23bzyaygz5e727k",
      "status": "processing",
      "entity_name": "Sandbox Flaky LLC",
      "jurisdiction": "us-co",
      "tier": "quick",
      "credits_charged": 1,
      "credits_refunded": false,
      "created_at": "2026-11-23T12:45:33.511Z"
    }
  },
  "adminRefundJob": {
    "200": {
      "job_id": "job_01m8471cy6f4ftfdyqeb81cdx7",
      "status": "refunded",
      "credits_refunded": 1,
      "credit_balance": 50
    }
  },
  "adminFindAccounts": {
    "200": {
      "accounts": [
        {
          "account_id": "acc_01m8471cw9e23bzyaygz5e727k",
          "email": "you@example.com",
          "email_verified": true,
          "credit_balance": 50,
          "created_at": "2026-11-23T12:45:33.444Z",
          "api_keys": [
            {
              "id": "key_01m8471cwef6799qwgmbg064t8",
              "label": "key-1795437933",
              "prefix": "stnd_tGK",
              "rate_limit": 100000,
              "is_active": true,
              "created_at": "2026-11-23T12:45:33.454Z"
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
      "account_id": "acc_01m8471de0fze8q9qxeeff2wwg",
      "email": "ada@example.com",
      "credit_balance": 100,
      "api_key": "stnd_anExampleOfAKey00000000000000000",
      "key_id": "key_01m8471demephbs14tr6aaeccr",
      "label": "production"
    }
  },
  "adminDisableAccount": {
    "200": {
      "account_id": "acc_01m8471cw9e23bzyaygz5e727k",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T12:45:33.444Z",
      "api_keys": [
        {
          "id": "key_01m8471cwef6799qwgmbg064t8",
          "label": "key-1795437933",
          "prefix": "stnd_tGK",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T12:45:33.454Z"
        }
      ],
      "disabled": true,
      "deleted": false,
      "debt_credits": 0
    }
  },
  "adminEnableAccount": {
    "200": {
      "account_id": "acc_01m8471cw9e23bzyaygz5e727k",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T12:45:33.444Z",
      "api_keys": [
        {
          "id": "key_01m8471cwef6799qwgmbg064t8",
          "label": "key-1795437933",
          "prefix": "stnd_tGK",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T12:45:33.454Z"
        }
      ],
      "disabled": false,
      "deleted": false,
      "debt_credits": 0
    }
  },
  "adminChangeRateLimit": {
    "200": {
      "key_id": "key_01m8471cwef6799qwgmbg064t8",
      "rate_limit": 120
    }
  },
  "adminSwitchJurisdiction": {
    "200": {
      "code": "us-or",
      "active": false,
      "unavailable_reason": "It was taken out of service for now."
    }
  },
  "adminErasePersonalData": {
    "200": {
      "entity_id": "ent_01m8470hrjeg7vrhqxe5g10cpw",
      "erased": true
    }
  },
  "adminListActions": {
    "200": {
      "actions": [
        {
          "at": "2026-11-23T12:45:34.548Z",
          "admin": {
            "key_fingerprint": "270ed855ecd9",
            "ip": "127.0.0.1",
            "request_id": "96922845-c314-49da-9dc2-e749701bc3cc"
          },
          "action": "erase personal data",
          "subject": "ent_01m8470hrjeg7vrhqxe5g10cpw",
          "reason": "asked for by phone",
          "details": {}
        },
        {
          "at": "2026-11-23T12:45:34.473Z",
          "admin": {
            "key_fingerprint": "270ed855ecd9",
            "ip": "127.0.0.1",
            "request_id": "9955b009-585d-4e86-aa8a-e99a5277bcd5"
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
        "total": 11
      }
    }
  }
};
